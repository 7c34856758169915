import { SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { Checkbox, Field, PasswordField, Select, TextArea } from '../../../ui/field.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { offeredZones, zoneLabel } from '../../../ui/time-zone.ts';
import { readableEmail } from '../accounts/email-address.ts';
import { CodeOrRecoveryField } from '../second-factor/factor-proof-fields.tsx';
import { contactLimits } from './contact.ts';
import { beltLabel, beltLevels, martialArtLabel, martialArts } from './martial-arts.ts';
import { bioLength, profileSchema } from './profile.schema.ts';
import type { ProfileFacts } from './profile-view.tsx';

const none = { value: '', label: 'Not said' };
const artOptions = [none, ...martialArts.map((art) => ({ value: art, label: martialArtLabel(art) ?? art }))];
const beltOptions = [none, ...beltLevels.map((belt) => ({ value: belt, label: beltLabel(belt) ?? belt }))];

/** The member's present zone is always among them. */
const zoneOptions = (present: string) => [
  { value: '', label: 'Not said (UTC)' },
  ...[...new Set([present, ...offeredZones])]
    .filter(Boolean)
    .sort()
    .map((zone) => ({ label: zone })),
];

export const profileValues = (profile: ProfileFacts) => ({
  firstName: profile.firstName,
  lastName: profile.lastName,
  username: profile.username,
  martialArt: profile.martialArt ?? '',
  beltLevel: profile.beltLevel ?? '',
  bio: profile.bio ?? '',
  acceptsRequests: profile.acceptsRequests ? 'true' : '',
  payoutEmail: readableEmail(profile.payoutEmail ?? ''),
  contactLines: profile.contactLines.join('\n'),
  timeZone: zoneLabel(profile.timeZone ?? ''),
});

interface Shown {
  profile: ProfileFacts;
  seen: string;
  asksCode: boolean;
}

/** The profile in edit mode. Cancel is a link, which loads the saved values again. */
export function ProfileForm({ profile, seen, asksCode }: Shown) {
  const { form, errors, control } = usePostedForm(profileSchema, {
    id: 'profile',
    defaultValue: profileValues(profile),
  });
  const { defaultValue: accepts, ...acceptsRequests } = control('acceptsRequests');
  return (
    <form {...form} action="/profile?edit" className="form panel measure">
      <h1>Edit Profile</h1>
      <input type="hidden" name="seen" value={seen} />
      <ErrorSummary errors={errors} title="Failed to update profile" />
      <div className="form__pair">
        <Field {...control('firstName')} label="First name" required autoComplete="given-name" />
        <Field {...control('lastName')} label="Last name" required autoComplete="family-name" />
      </div>
      <Field
        {...control('username')}
        label="Username"
        required
        hint="3 to 30 letters, digits or _. It is part of your public address; the old address stops working."
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="form__pair">
        <Select {...control('martialArt')} label="Martial art" options={artOptions} />
        <Select {...control('beltLevel')} label="Belt level" options={beltOptions} />
      </div>
      <TextArea
        {...control('bio')}
        label="Bio"
        rows={5}
        most={bioLength}
        hint={`Plain text, at most ${bioLength} characters.`}
      />
      <Select
        {...control('timeZone')}
        label="Time zone"
        options={zoneOptions(profileValues(profile).timeZone)}
        hint="Times on the site and in our emails are shown in it. Choose a city whose clocks show the same time as yours."
      />
      <Checkbox
        {...acceptsRequests}
        label="I accept requests for techniques"
        defaultChecked={accepts === 'true' || accepts === 'on'}
      />
      <TextArea
        {...control('contactLines')}
        label="Direct contact for VIP members"
        rows={contactLimits.lines}
        hint={`Optional, one per line, at most ${contactLimits.lines}: an email, a phone number, a web address, or a name like 'Instagram @mara'. Only VIP members and admins see it on your public page.`}
      />
      <Field
        {...control('payoutEmail')}
        label="Payout email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="Where your earnings are sent. Only you and the people who pay you out see it."
      />
      {profile.payoutEmail && (
        <PasswordField
          {...control('currentPassword')}
          label="Your password"
          autoComplete="current-password"
          hint="Only needed to change the payout email."
        />
      )}
      {profile.payoutEmail && asksCode && (
        <CodeOrRecoveryField
          {...control('code')}
          hint="From your app, or a recovery code. Only needed to change the payout email."
        />
      )}
      <SaveOrCancel cancel="/profile" />
    </form>
  );
}
