export const encoded = (fields: FormData) =>
  new URLSearchParams([...fields].map(([name, value]) => [name, `${value}`]));

/** Fetches a page whose parts replace some of this one. */
export async function fetched(address: string, init?: RequestInit) {
  const response = await fetch(address, { ...init, headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  // This document has only the symbols that its own parts refer to.
  for (const symbol of page.querySelectorAll('symbol'))
    if (!document.getElementById(symbol.id)) document.querySelector('.sprite')?.append(symbol);
  return { response, page };
}
