const types = { csv: 'text/csv; charset=utf-8', zip: 'application/zip' };

/** A private file that the browser saves under `name`. */
export function download(name: `${string}.${keyof typeof types}`, body: string | ReadableStream): Response {
  return new Response(body, {
    headers: {
      'Content-Type': types[name.endsWith('.zip') ? 'zip' : 'csv'],
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
