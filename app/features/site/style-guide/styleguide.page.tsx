import { useLoaderData } from '@remix-run/react';
import { NotFound } from '../../../errors.ts';
import { page, seeOther } from '../../../http/pages/page.server.ts';
import { exampleSchema } from './example.schema.ts';
import { FormsShown } from './forms-shown.tsx';
import { PartsShown } from './parts-shown.tsx';
import { ProductShown } from './product-shown.tsx';
import styleguideCss from './styleguide.css?url';
import { TokensShown } from './tokens-shown.tsx';
import { WordsShown } from './words-shown.tsx';

export const meta = () => [{ title: 'Style guide | Summa' }, { name: 'robots', content: 'noindex' }];
export const links = () => [{ rel: 'stylesheet', href: styleguideCss }];

/** Every part of the site in its states; production has no such page. */
export const loader = page(({ origin }, { context }) => {
  if (context.isProduction) throw new NotFound();
  return { origin };
});

export const action = page(async (_scope, { context, form }) => {
  if (context.isProduction) throw new NotFound();
  await form(exampleSchema);
  return seeOther(context, '/styleguide#fields');
});

export default function StyleGuide() {
  const { origin } = useLoaderData<typeof loader>();
  return (
    <div className="stack stack--loose">
      <header className="stack">
        <h1>Style guide</h1>
        <p className="lead">
          Every part the site is made of, in every state. These are examples: their links and buttons lead
          nowhere. The theme changes at the foot of the page.
        </p>
      </header>
      <TokensShown />
      <FormsShown />
      <PartsShown />
      <WordsShown />
      <ProductShown origin={origin} />
    </div>
  );
}
