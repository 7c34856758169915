import { Badge } from '../../../ui/badge.tsx';
import { ButtonForm } from '../../../ui/button.tsx';
import { momentOf } from '../../../ui/date.ts';
import { Moment } from '../../../ui/moment.tsx';

interface Line {
  id: number;
  device: string;
  address: string | null;
  lastSeenAt: string;
  isCurrent: boolean;
}

export function SessionList({ sessions }: { sessions: readonly Line[] }) {
  return (
    <dl className="lines">
      {sessions.map(({ id, device, address, lastSeenAt, isCurrent }) => (
        <div key={id}>
          <dt>
            <p>
              <strong>{device}</strong> {isCurrent && <Badge>This browser</Badge>}
            </p>
            <p className="small">
              Last seen <Moment at={lastSeenAt} />
              {address && `, from ${address}`}
            </p>
          </dt>
          <dd>
            {!isCurrent && (
              <ButtonForm
                action={`/account/security/end/${id}`}
                kind="quiet"
                aria-label={`Sign out ${device}, last seen ${momentOf(lastSeenAt)}`}
              >
                Sign out
              </ButtonForm>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
