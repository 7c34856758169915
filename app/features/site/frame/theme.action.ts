import { button, noPage } from '../../../http/pages/button.server.ts';

export const loader = noPage;

/** Stores the theme in a cookie; anything but light and dark means Auto. */
export const action = button(async (_scope, { context, fields }) => {
  const chosen = (await fields()).get('theme');
  const theme = chosen === 'light' || chosen === 'dark' ? chosen : '';
  const cookie = await context.cookies.theme.serialize(theme, theme ? {} : { maxAge: 0 });
  return { headers: new Headers({ 'Set-Cookie': cookie }) };
});
