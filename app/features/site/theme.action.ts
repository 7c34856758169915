import { button, noPage } from '../../http/button.server.ts';

export const loader = noPage;

/** Keeps the colour theme in a cookie; anything but light and dark means: as the device likes it. */
export const action = button(async (_scope, { context, fields }) => {
  const chosen = (await fields()).get('theme');
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : '';
  const cookie = await context.cookies.theme.serialize(theme, theme ? {} : { maxAge: 0 });
  return { headers: new Headers({ 'Set-Cookie': cookie }) };
});
