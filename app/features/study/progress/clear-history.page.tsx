import { memberPage, seeOther } from '../../../http/pages/page.server.ts';
import { toast } from '../../../http/pages/toast.ts';
import { ConfirmPage } from '../../../ui/dialog-page.tsx';
import { usePostedErrors } from '../../../ui/posted-form.tsx';
import { nothingSchema } from '../../identity/accounts/account.schema.ts';
import { clearHistory } from './history.server.ts';

export const meta = () => [{ title: 'Clear your history | Summa' }, { name: 'robots', content: 'noindex' }];

export const loader = memberPage(() => null);

export const action = memberPage(async (scope, { context, form }) => {
  await form(nothingSchema);
  await clearHistory(scope);
  return seeOther(context, '/history', toast.success('Your history is cleared'));
});

export default function ClearHistory() {
  return (
    <ConfirmPage
      errors={usePostedErrors()}
      title="Clear your history"
      text="We forget what you opened and where you left each video. This cannot be undone. Your notes, and what is marked as seen, stay."
      confirm="Clear history"
      cancel="/history"
    />
  );
}
