import { fileSize } from '../../../ui/number.ts';
import type { StorageQuota } from './storage-quota.ts';

export function QuotaMeter({ quota: { usedBytes, quotaBytes } }: { quota: StorageQuota }) {
  if (quotaBytes === null) return null;
  const used = `${fileSize(usedBytes)} of ${fileSize(quotaBytes)}`;
  return (
    <div>
      <p id="quota" className="soft small">
        Your pictures and videos use {used}.{' '}
        {usedBytes > 0.9 * quotaBytes && (
          <a href="/studio/content">Make room by deleting what you no longer need</a>
        )}
      </p>
      <meter aria-labelledby="quota" value={usedBytes} max={quotaBytes}>
        {used}
      </meter>
    </div>
  );
}
