import { spawn } from 'node:child_process';
import { startPair } from '../support/database/standby.ts';
import { startS3 } from '../support/fake-s3/fake.ts';
import { freePort, startSite } from '../support/site/site.ts';
import { hasVarnish, startVarnish } from '../support/site/varnish.ts';

/** Journeys on a site that reads from a standby, keeps its media in an S3 store, and has Varnish in front of it where
 *  that is installed. Words after the command go to Playwright; without any, the main journey of each area runs:
 *  `node tests/scale/journeys.ts lists.spec --project=with-js`. */
const words = process.argv.slice(2);
const pair = await startPair();
const store = await startS3();
const hasEdge = hasVarnish();
const port = await freePort();
const site = await startSite({
  env: {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_REPLICA_URLS: pair.standbyUrl,
    SEED_DEMO: '1',
    MEDIA_STORE: 's3',
    S3_URL: store.url,
    ...(hasEdge && {
      ORIGIN: `http://localhost:${port}`,
      TRUST_PROXY: '1',
      CDN_PURGE_URL: `http://127.0.0.1:${port}`,
    }),
  },
});
const varnish = hasEdge ? await startVarnish({ port, sitePort: new URL(site.address).port }) : null;
const address = varnish ? `http://localhost:${port}` : site.address;
process.stdout.write(
  `${address}: a standby, an S3 store${varnish ? ', Varnish' : ' (Varnish is missing)'}\n`,
);

const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--retries=0'];
const child = spawn(process.execPath, [...playwright, ...(words.length > 0 ? words : ['--grep=@quick'])], {
  env: { ...process.env, SITE_URL: address },
  stdio: 'inherit',
});
process.exitCode = await new Promise<number>((done) => child.on('exit', (code) => done(code ?? 1)));
await varnish?.stop();
await site.stop();
await store.stop();
await pair.stop();
