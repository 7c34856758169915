import { Moment } from '../../../ui/moment.tsx';

export interface QuestionLine {
  id: number;
  text: string | null;
  title: string;
  author: { name: string } | null;
  createdAt: string;
}

const shortest = 160;
const excerpt = (text: string) => (text.length > shortest ? `${text.slice(0, shortest).trimEnd()}…` : text);

/** Questions, one a line, each with the link to its page, where it is answered. */
export const QuestionLines = ({ questions }: { questions: readonly QuestionLine[] }) => (
  <ul className="ruled">
    {questions.map(({ id, text, title, author, createdAt }) => (
      <li key={id}>
        <a className="tap" href={`/comments/${id}`} dir="auto">
          {excerpt(text ?? '')}
        </a>
        <p className="soft small">
          {author?.name} on {title} · <Moment at={createdAt} />
        </p>
      </li>
    ))}
  </ul>
);
