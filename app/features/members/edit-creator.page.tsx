import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { adminPage, seeOther } from '../../http/page.server.ts';
import { toast } from '../../http/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Checkbox, Field, TextArea } from '../../ui/field.tsx';
import { usePostedForm } from '../../ui/posted-form.tsx';
import { beltLevels, martialArts } from '../accounts/words.ts';
import { SavedMeanwhile } from '../admin/saved-meanwhile.tsx';
import { stampOf } from '../admin/unchanged.server.ts';
import { bioLength } from '../profile/profile.schema.ts';
import { beltLabel, martialArtLabel } from '../profile/profile-view.tsx';
import { memberSchema } from './edit-member.schema.ts';
import { editable, updateMember } from './edit-member.server.ts';
import { findMember } from './member.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Edit @${data?.values.username ?? 'creator'} | Summa` },
  { name: 'robots', content: 'noindex' },
];

export const loader = adminPage(async ({ em }, { id }) => {
  const facts = editable(await findMember(em, id()));
  const { firstName, lastName, username, email, acceptsRequests } = facts;
  return {
    id: id(),
    seen: stampOf(facts),
    values: {
      ...{ firstName, lastName, username, email },
      martialArt: martialArtLabel(facts.martialArt) ?? '',
      beltLevel: beltLabel(facts.beltLevel) ?? '',
      bio: facts.bio ?? '',
      acceptsRequests: acceptsRequests ? 'true' : '',
    },
  };
});

export const action = adminPage(async (scope, { context, id, form }) => {
  await updateMember(scope, id(), await form(memberSchema));
  return seeOther(context, `/admin/creators/${id()}`, toast.success('Creator updated successfully'));
});

const labels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  username: 'Username',
  email: 'Email',
  martialArt: 'Martial Art',
  beltLevel: 'Belt Level',
  bio: 'Bio',
};

interface Posted {
  form?: { initialValue?: Record<string, string> | null };
}

export default function EditCreator() {
  const { id, seen, values } = useLoaderData<typeof loader>();
  const { form, errors, control } = usePostedForm(memberSchema, { id: 'creator', defaultValue: values });
  const posted = useActionData<Posted>()?.form?.initialValue;
  // Only somebody who was told of the change may replace it: any other refusal keeps the old mark.
  const isConflict = errors?.[''] !== undefined;
  const { defaultValue: accepts, ...acceptsRequests } = control('acceptsRequests');
  return (
    <form {...form} action={`/admin/creators/${id}/edit`} className="form panel measure">
      <h1>Edit Creator Profile</h1>
      <ErrorSummary errors={errors} title="Not saved yet" />
      {isConflict && <SavedMeanwhile labels={labels} saved={values} typed={posted ?? {}} />}
      <input type="hidden" name="seen" value={isConflict ? seen : (posted?.seen ?? seen)} />
      <div className="form__pair">
        <Field {...control('firstName')} label={labels.firstName} required autoComplete="off" />
        <Field {...control('lastName')} label={labels.lastName} required autoComplete="off" />
      </div>
      <Field
        {...control('username')}
        label={labels.username}
        required
        hint="3 to 30 letters, digits or _. It is part of their public address; the old address ends."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...control('email')}
        label={labels.email}
        type="email"
        required
        hint="A new address is asked to confirm itself; links sent to the old one end, and the old one is told."
        autoComplete="off"
        autoCapitalize="none"
      />
      <div className="form__pair">
        <Words
          control={control('martialArt')}
          label={labels.martialArt}
          words={martialArts.map(martialArtLabel)}
        />
        <Words control={control('beltLevel')} label={labels.beltLevel} words={beltLevels.map(beltLabel)} />
      </div>
      <TextArea {...control('bio')} label={labels.bio} rows={5} maxLength={bioLength} />
      <Checkbox
        {...acceptsRequests}
        label="Accepts Requests"
        defaultChecked={accepts === 'true' || accepts === 'on'}
      />
      <div className="form__actions">
        <Button kind="primary" pending="Saving...">
          Save Changes
        </Button>
        <ButtonLink href={`/admin/creators/${id}`} kind="secondary">
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}

const examples = { martialArt: 'e.g. Brazilian Jiu-Jitsu', beltLevel: 'e.g. Blue Belt' };

/** A text field that suggests the words it takes. */
function Words({
  control,
  label,
  words,
}: {
  control: { name: string; defaultValue: string | undefined; error: string[] | undefined };
  label: string;
  words: readonly (string | null)[];
}) {
  const list = `${control.name}-words`;
  return (
    <div>
      <Field
        {...control}
        label={label}
        placeholder={examples[control.name as keyof typeof examples]}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word ?? ''} />
        ))}
      </datalist>
    </div>
  );
}
