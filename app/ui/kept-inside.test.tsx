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

/** As a browser reads it. */
const read = (markup: string) =>
  markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

test('few letters beyond Latin 1 are written as references, many as they are', () => {
  const inside = keptInside(Part);
  const markupOf = (name: string) => inside({ name, path: '/' }).dangerouslySetInnerHTML.__html;
  expect(markupOf('Jan Płoński, José 🥋')).toBe(
    '<a href="/">Jan P&#322;o&#324;ski, José &#129355;</a><p>More</p>',
  );
  const cyrillic = 'проход в ноги с выходом за спину';
  expect(markupOf(cyrillic)).toContain(cyrillic);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => {
      const { __html } = inside({ name, path: '/' }).dangerouslySetInnerHTML;
      // React writes these as references, too, so that they are none of the letters.
      if (!name.includes('&'))
        expect(read(__html)).toBe(read(renderToStaticMarkup(<Part name={name} path="/" />)));
    }),
  );
});

const Styled = ({ text }: { text: string }) => <style>{text}</style>;

test('in a script or a style no letter becomes a reference', () => {
  expect(keptInside(Styled)({ text: 'a::after{content:"→"}' }).dangerouslySetInnerHTML.__html).toContain('→');
});
