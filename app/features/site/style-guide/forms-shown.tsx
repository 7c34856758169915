import { Button, ButtonForm, ButtonLink, SaveOrCancel } from '../../../ui/button.tsx';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import {
  Checkbox,
  Field,
  FileField,
  PasswordField,
  RadioGroup,
  Select,
  TextArea,
} from '../../../ui/field.tsx';
import { StarInput } from '../../../ui/figures/stars.tsx';
import { usePostedForm } from '../../../ui/posted-form.tsx';
import { SearchForm } from '../frame/search-form.tsx';
import { exampleSchema } from './example.schema.ts';
import { Chapter, Shown } from './shown.tsx';

const long = 'A button whose words are many, because some languages and some people need them';
const belts = ['White', 'Blue', 'Purple'].map((label) => ({ value: label.toLowerCase(), label }));

export function FormsShown() {
  return (
    <>
      <Chapter id="buttons" title="Buttons">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((kind) => (
          <Shown key={kind} name={kind}>
            <div className="row">
              <Button type="button" kind={kind}>
                Usual
              </Button>
              <Button type="button" kind={kind} icon="heart">
                With icon
              </Button>
              <Button type="button" kind={kind} icon="share" aria-label="Share" />
            </div>
          </Shown>
        ))}
        <Shown name="Pointer over it, and focus">
          <div className="row">
            <Button type="button" className="guide__hover">
              Hover
            </Button>
            <Button type="button" className="guide__focus">
              Focus
            </Button>
          </div>
        </Shown>
        <Shown name="Disabled, and busy">
          <div className="row">
            <Button type="button" disabled>
              Disabled
            </Button>
            <Button type="button" disabled pending="Signing In...">
              Signing In...
            </Button>
          </div>
        </Shown>
        <Shown name="Large, and a link">
          <div className="row">
            <ButtonLink href="#buttons" size="large">
              Large
            </ButtonLink>
            <ButtonLink href="#buttons" kind="secondary">
              A link
            </ButtonLink>
          </div>
        </Shown>
        <Shown name="Full width, long words">
          <Button type="button" full>
            {long}
          </Button>
        </Shown>
        <Shown name="A form of one button">
          <ButtonForm action="#buttons" kind="secondary" icon="out">
            Log out
          </ButtonForm>
        </Shown>
        <Shown name="Save or cancel">
          <SaveOrCancel cancel="#buttons" />
        </Shown>
      </Chapter>
      <Chapter id="fields" title="Fields">
        <Shown name="Empty">
          <Field name="empty" label="Title" placeholder="Armbar from closed guard" />
        </Shown>
        <Shown name="With a hint">
          <Field name="hinted" label="Username" hint="3 to 30 letters, digits or _." defaultValue="mat_rat" />
        </Shown>
        <Shown name="Focus">
          <Field name="focused" label="E-mail" type="email" className="input guide__focus" />
        </Shown>
        <Shown name="Wrong">
          <Field
            name="wrong"
            label="Price in USD"
            inputMode="decimal"
            defaultValue="0.10"
            error="Please ask at least $0.99."
          />
        </Shown>
        <Shown name="Password">
          <PasswordField name="password" label="Password" autoComplete="off" hint="At least 8 characters." />
        </Shown>
        <Shown name="Choice from a list">
          <Select name="belt" label="Belt" options={belts} defaultValue="blue" />
        </Shown>
        <Shown name="File">
          <FileField name="file" label="Choose Files" hint="Pictures up to 10 MB, videos up to 100 MB." />
        </Shown>
        <Shown name="Long text">
          <TextArea
            name="text"
            label="Description"
            defaultValue="Invert under the far leg and come up on the back, hips first."
          />
        </Shown>
        <Shown name="Checkbox, and a wrong one">
          <Checkbox name="checked" label="Email me when someone follows me" defaultChecked />
          <Checkbox name="unchecked" label="I am 18 or older" error="Please confirm your age." />
        </Shown>
        <Shown name="Radios">
          <RadioGroup name="radio" label="Belt" options={belts} defaultValue="white" />
        </Shown>
        <Shown name="Radios in a column, wrong">
          <RadioGroup
            name="column"
            label="When it opens"
            column
            error="Please choose."
            options={[
              { value: 'now', label: 'For everyone right away' },
              { value: 'later', label: 'VIPs first, everyone after seven days' },
            ]}
          />
        </Shown>
        <Shown name="Search">
          <SearchForm id="guide-search" />
        </Shown>
        <Shown name="Stars, none chosen" wide>
          <StarInput name="stars" label="Your rating" />
        </Shown>
        <Shown name="Stars, four, wrong" wide>
          <StarInput name="four" label="Your rating" value={4} error="Please select a star rating." />
        </Shown>
        <Shown name="Two in a row" wide>
          <div className="form__pair">
            <Field name="first" label="First name" />
            <Field name="last" label="Last name" hint="As others read it." />
          </div>
        </Shown>
        <Shown name="Three in a row" wide>
          <div className="form__three">
            <Field name="day" label="Day" />
            <Field name="month" label="Month" />
            <Field name="year" label="Year" />
          </div>
        </Shown>
        <Shown name="Filters of a list" wide>
          <form method="get" action="#fields" className="ask-row">
            <Field name="asked" label="Title" />
            <Select name="asked-belt" label="Belt" options={belts} />
            <Button kind="secondary">Apply</Button>
          </form>
        </Shown>
        <Shown name="A form that the server answers: just send it" wide>
          <AnsweredForm />
        </Shown>
        <Shown name="All that is wrong" wide>
          <ErrorSummary
            errors={{
              wrong: ['Please ask at least $0.99.'],
              unchecked: ['Please confirm your age.'],
              '': ['This form was open for too long. Please send it again.'],
            }}
          />
        </Shown>
      </Chapter>
    </>
  );
}

/** Constraints come from the schema; after a refusal it keeps its values and shows the errors. */
function AnsweredForm() {
  const { form, errors, control } = usePostedForm(exampleSchema, {
    id: 'example',
    defaultValue: { stage: 'Mat rat' },
  });
  return (
    <form {...form} action="/styleguide" className="form">
      <ErrorSummary errors={errors} />
      <Field {...control('stage')} label="What friends call you" />
      <Field {...control('years')} label="Years of training" inputMode="numeric" />
      <SaveOrCancel cancel="#fields" />
    </form>
  );
}
