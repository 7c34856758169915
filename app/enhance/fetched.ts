export const encoded = (fields: FormData) =>
  new URLSearchParams([...fields].map(([name, value]) => [name, `${value}`]));

export async function fetched(address: string, init?: RequestInit) {
  const response = await fetch(address, { ...init, headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return { response, page };
}
