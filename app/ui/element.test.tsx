import { createContext, Fragment, forwardRef, memo, useContext } from 'react';
import * as react from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as own from './element.ts';

// React's development build warns of what is done here on purpose.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

type Jsx = (type: never, props: never, key?: never) => unknown;
/** The same by React's function and by ours. */
const both = (make: (jsx: Jsx, jsxs: Jsx) => unknown) =>
  [react, own].map(({ jsx, jsxs }) => make(jsx as Jsx, jsxs as Jsx));

/** Without what only React's development build adds. */
function partsOf(element: unknown) {
  const { $$typeof, type, key, ref, props } = element as Record<string, unknown>;
  return { $$typeof, type, key, ref, props };
}

function Greeting({ name = 'you', children }: { name?: string; children?: React.ReactNode }) {
  return (
    <p>
      Hello {name}
      {children}
    </p>
  );
}
const WithDefaults = Object.assign(({ name }: { name?: string }) => <p>{name}</p>, {
  defaultProps: { name: 'default' },
});
const Framed = forwardRef<HTMLElement, { title: string }>(({ title }, ref) => <i ref={ref}>{title}</i>);
const Remembered = memo(Greeting);
const Context = createContext('none');
const Reader = () => <b>{useContext(Context)}</b>;

describe('an element is as React makes it', () => {
  const ref = { current: null };
  test.each<[string, unknown, object, unknown?]>([
    ['a tag', 'p', { className: 'a', children: 'text' }],
    ['a tag with many children', 'ul', { children: ['a', null, false, 3] }],
    ['one with a key', 'li', { id: 'x' }, 7],
    ['one with an empty key', 'li', {}, ''],
    ['one with a key among its properties', 'li', { key: 'inside', id: 'x' }, 'outside'],
    ['one with a reference', Framed, { ref, title: 'a' }, 'k'],
    ['a component with defaults', WithDefaults, {}],
    ['a component whose default is replaced', WithDefaults, { name: 'b' }, 1],
    ['a fragment', Fragment, { children: ['a', 'b'] }, 'f'],
    ['a component that is remembered', Remembered, { name: 'c' }],
    ['HTML as it is', 'div', { dangerouslySetInnerHTML: { __html: '<b>x</b>' } }],
  ])('%s', (_what, type, props, key) => {
    const [theirs, ours] = both((jsx) => partsOf(jsx(type as never, props as never, key as never)));
    expect(ours).toEqual(theirs);
    const [asked, got] = both((jsx) => renderToStaticMarkup(jsx(type as never, props as never) as never));
    expect(got).toBe(asked);
  });
});

test('elements inside elements are rendered alike', () => {
  const tree = (jsx: Jsx, jsxs: Jsx) =>
    jsxs(
      Context.Provider as never,
      {
        value: 'given',
        children: [
          jsx(Reader as never, {} as never, 'a' as never),
          jsx(
            Greeting as never,
            { children: jsx('em' as never, { children: '!' } as never) } as never,
            'b' as never,
          ),
          jsx(WithDefaults as never, {} as never, 'c' as never),
        ],
      } as never,
    );
  const [theirs, ours] = both(tree).map((each) => renderToStaticMarkup(each as never));
  expect(ours).toBe('<b>given</b><p>Hello you<em>!</em></p><p>default</p>');
  expect(ours).toBe(theirs);
});

test('what is no component is refused when it is rendered, as by React', () => {
  for (const element of both((jsx) => jsx(undefined as never, {} as never)))
    expect(() => renderToStaticMarkup(element as never)).toThrow('type is invalid');
});
