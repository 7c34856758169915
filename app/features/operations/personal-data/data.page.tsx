import { useLoaderData } from '@remix-run/react';
import { memberPage } from '../../../http/pages/page.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { fileSize } from '../../../ui/number.ts';
import { archiveSize } from './archive.server.ts';
import { collections } from './collections.server.ts';

export const meta = () => [{ title: 'Your data | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(async (scope) => ({
  titles: collections.map(({ title }) => title),
  ...(await archiveSize(scope)),
}));

export default function Data() {
  const { titles, files, bytes } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose measure">
      <h1>Your data</h1>
      <section className="panel stack" aria-labelledby="copy">
        <h2 id="copy">Take a copy</h2>
        <p>
          One ZIP file with all that Summa keeps about you: as pages to read, as JSON for other programs, and
          your pictures and videos themselves.
        </p>
        <details>
          <summary>What is in it</summary>
          <ul>
            {titles.map((title) => (
              <li key={title}>{title}</li>
            ))}
          </ul>
        </details>
        <p className="soft small">
          {files === 0
            ? 'You have no pictures or videos here, so it is small.'
            : `Its size is about ${fileSize(bytes)}. On a slow connection it takes a while; you can go on using the site.`}
        </p>
        <div className="row">
          <ButtonLink href="/account/data/archive" kind="primary" download>
            Download my data
          </ButtonLink>
        </div>
      </section>
      <section className="panel stack" aria-labelledby="delete">
        <h2 id="delete">Delete your account</h2>
        <p>Your name, address, techniques and pictures are gone for good. We’ll ask you to confirm first.</p>
        <div className="row">
          <ButtonLink href="/account/data/delete" kind="secondary" icon="trash">
            Delete my account
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
