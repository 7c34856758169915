/** The fields of a form as a browser sends those without files. */
export const encoded = (fields: FormData) =>
  new URLSearchParams([...fields].map(([name, value]) => [name, `${value}`]));

/** Fetches a page of the site, or sends a form to one, and reads the HTML that comes back. */
export async function fetched(address: string, init?: RequestInit) {
  const response = await fetch(address, { ...init, headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { response, page };
}
