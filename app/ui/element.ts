import { createElement, Fragment, type ReactElement } from 'react';

export { Fragment };

const marker = Symbol.for('react.element');

type Type = ReactElement['type'] & { defaultProps?: object };
type Props = { key?: unknown; ref?: unknown; children?: unknown };

/** What JSX calls in the built server, in place of React's own function: the same elements, but with the properties as
 *  they are given. React 18 copies them one by one, for a fifteenth of a member's page (ADR-086). */
export function jsx(type: Type, props: Props, key?: unknown): ReactElement {
  if (props.key !== undefined || props.ref !== undefined || type?.defaultProps !== undefined)
    return createElement(type, { key, ...props } as object);
  const element = {
    $$typeof: marker,
    type,
    key: key === undefined ? null : `${key}`,
    ref: null,
    props,
    _owner: null,
  };
  return element;
}

export { jsx as jsxs };
