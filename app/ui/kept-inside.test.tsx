import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { keptInside } from './kept-markup.ts';

interface Props {
  name: string;
  path: string | null;
  isSlim?: boolean | undefined;
}

const Part = ({ name, path, isSlim }: Props) => (
  <>
    <a href={path ?? '/'}>{name}</a>
    {isSlim ? null : <p>More</p>}
  </>
);

const propsOf = fc.record<Props>({
  name: fc.string({ maxLength: 2 }),
  path: fc.option(fc.string({ maxLength: 2 })),
  isSlim: fc.option(fc.boolean(), { nil: undefined }),
});

test('a part shows its own properties after any others', () => {
  fc.assert(
    fc.property(fc.array(propsOf, { minLength: 2, maxLength: 30 }), (all) => {
      // So few letters that old markup is dropped now and then.
      const inside = keptInside(Part, 400);
      for (const props of all)
        expect(inside(props).dangerouslySetInnerHTML.__html).toBe(renderToStaticMarkup(<Part {...props} />));
    }),
  );
});
