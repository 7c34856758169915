import { seedDemo } from '../demo/seed.server.ts';
import type { Scope, Viewer, Visitor } from '../scope.ts';
import type { Adapters } from './adapters.server.ts';

const demoVisitor: Visitor = {
  dayKey: 'demo',
  address: '',
  isBot: true,
  savesData: false,
  timeZone: null,
  hasEndedSession: false,
  deviceTokens: [],
};

/** Fills an empty site with the demo content; one that has content stays as it is. */
export async function fillWithDemo(
  { systemContext, payments, media, tempDir }: Adapters,
  scopeOf: (viewer: Viewer, visitor: Visitor) => Scope,
) {
  await seedDemo({
    systemContext,
    member: (viewer) => ({ ...scopeOf(viewer, demoVisitor), viewer }),
    sandbox: payments.sandbox,
    media,
    tempDir,
    say: (line) => void process.stderr.write(`${line}\n`),
  });
}
