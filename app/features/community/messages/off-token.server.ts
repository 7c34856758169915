import type { SecretBox } from '../../identity/second-factor/secret-box.server.ts';

/** Emails that come again until a member says no. All others answer what someone did, or say what a member must know. */
const listKinds = ['messages'] as const;

interface Off {
  kind: (typeof listKinds)[number];
  memberId: number;
}

const use = 'emails off';

/** Says whose emails of which kind its bearer may turn off, now and in years. It opens nothing else. */
export const offToken = (box: SecretBox, { kind, memberId }: Off): string =>
  box.seal(`${kind} ${memberId}`, use);

export function readOffToken(box: SecretBox, token: string): Off | null {
  const [kind, memberId] = box.open(token, use)?.split(' ') ?? [];
  const known = listKinds.find((each) => each === kind);
  return known ? { kind: known, memberId: Number(memberId) } : null;
}
