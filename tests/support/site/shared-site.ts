import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { siteSettings } from './settings.ts';
import { startSite } from './site.ts';

/** The site that many test files share, one after the other. */
export interface SharedSite {
  address: string;
  databaseUrl: string;
  /** The file with all that it logged. */
  logFile: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedSite: SharedSite;
  }
}

/** Starts the one site of a suite, on a database of its own. Nothing that a file leaves there is removed: names and ids
 *  are never used twice, so no file depends on another. */
export default async function startSharedSite(project: TestProject) {
  const { templateUrl } = project.getProvidedContext();
  const databaseUrl = new URL(templateUrl);
  databaseUrl.pathname = '/shared_site';
  await run(new URL('/postgres', templateUrl), 'create database shared_site template template_summa');
  await run(databaseUrl, withoutTimetable);
  const folder = mkdtempSync(join(tmpdir(), 'summa-shared-'));
  const logFile = join(folder, 'log');
  appendFileSync(logFile, '');
  const site = await startSite({ env: siteSettings(databaseUrl.href), keepsLog: true });
  site.child.stderr?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk));
  project.provide('sharedSite', { address: site.address, databaseUrl: databaseUrl.href, logFile });
  return async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** What the clock starts would write beside a test that compares all rows. */
const withoutTimetable = `
  create function no_job() returns trigger language plpgsql as 'begin return null; end';
  create trigger no_timetable before insert on graphile_worker._private_jobs
    for each row when (new.payload::jsonb ? '_cron') execute function no_job()`;

async function run(url: URL, statements: string) {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
