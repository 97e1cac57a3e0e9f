import { useState } from 'react';
import { Button } from '../../../../src/ui/controls/button.tsx';
import { Checkbox, Switch } from '../../../../src/ui/controls/checkbox.tsx';
import { PasswordField } from '../../../../src/ui/controls/password-field.tsx';
import { Select } from '../../../../src/ui/controls/select.tsx';
import { TextArea } from '../../../../src/ui/controls/text-area.tsx';
import { TextField } from '../../../../src/ui/controls/text-field.tsx';
import { type Rating, Thumbs } from '../../../../src/ui/controls/thumbs.tsx';
import { Note } from '../../../../src/ui/feedback/note.tsx';
import { Brand } from '../../../../src/ui/layout/brand.tsx';
import { Page } from '../../../../src/ui/layout/page.tsx';
import { Section } from '../../../../src/ui/layout/section.tsx';
import { Stack } from '../../../../src/ui/layout/stack.tsx';
import { List } from '../../../../src/ui/lists/list.tsx';
import { SettingRow } from '../../../../src/ui/lists/setting-row.tsx';

export function FormScreen() {
  return (
    <main>
      <Page width="narrow" centred>
        <Brand name="Northwind Field Services" />
        <SignIn />
        <Review />
        <Settings />
      </Page>
    </main>
  );
}

function SignIn() {
  const [user, setUser] = useState('ann.lee');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(true);
  return (
    <form>
      <Stack>
        <h1>Sign in</h1>
        <Note tone="error" title="Wrong user id or password.">
          What you typed is kept. After two more tries the account is locked for 15 minutes.
        </Note>
        <TextField
          label="User id"
          value={user}
          onChange={setUser}
          autoComplete="username"
          hint="As in the invitation"
        />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          showLabel="Show password"
          error="Write your password."
        />
        <Checkbox label="Stay signed in" hint="Not on a shared tablet" checked={keep} onChange={setKeep} />
        <Button size="large" variant="strong" full type="submit">
          Sign in
        </Button>
        <Button size="large" variant="strong" full busy>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

function Review() {
  const [rating, setRating] = useState<Rating>('like');
  const [text, setText] = useState('Paired on the first try.');
  const labels = { like: 'I like it', dislike: "I don't" };
  return (
    <Section title="Your review">
      <form>
        <Stack>
          <Thumbs label="Rating" labels={labels} value={rating} onChange={setRating} />
          <TextArea
            label="Comment"
            value={text}
            onChange={setText}
            max={28}
            count={(used, max) => `${used} of ${max}`}
          />
        </Stack>
      </form>
    </Section>
  );
}

function Settings() {
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  const [language, setLanguage] = useState('en');
  const languages = [
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' },
  ];
  return (
    <Section title="Settings">
      <Switch label="Notifications" hint="Updates that are required" checked={on} onChange={setOn} />
      <Switch label="Download over mobile data" checked={off} onChange={setOff} />
      <Select label="Language" value={language} options={languages} onChange={setLanguage} />
      <List>
        <li>
          <SettingRow icon="phone" label="This device" value="Pixel 9, Android 16" href="#device" />
        </li>
        <li>
          <SettingRow icon="storage" label="Offline storage" value="38 MB" href="#storage" />
        </li>
        <li>
          <SettingRow icon="logout" label="Sign out" onPress={() => undefined} />
        </li>
      </List>
    </Section>
  );
}
