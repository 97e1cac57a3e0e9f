import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Checkbox, Switch } from '../../src/ui/controls/checkbox.tsx';
import { PasswordField } from '../../src/ui/controls/password-field.tsx';
import { SearchField } from '../../src/ui/controls/search-field.tsx';
import { Select } from '../../src/ui/controls/select.tsx';
import { TextArea } from '../../src/ui/controls/text-area.tsx';
import { TextField } from '../../src/ui/controls/text-field.tsx';

function User({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <TextField label="User id" hint="As invited" error={error} value={value} onChange={setValue} required />
  );
}

describe('a text field', () => {
  it('is named by its label, and keeps what is typed', async () => {
    render(<User />);
    const field = screen.getByRole('textbox', { name: 'User id' });
    await userEvent.type(field, 'ann');
    expect(field).toHaveValue('ann');
    expect(field).toBeRequired();
    expect(field).toBeValid();
  });

  it('says what is wrong before its hint', () => {
    render(<User error="Write your user id." />);
    const field = screen.getByRole('textbox', { name: 'User id' });
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription('Write your user id. As invited');
  });
});

function Password() {
  const [value, setValue] = useState('');
  return <PasswordField label="Password" value={value} onChange={setValue} showLabel="Show password" />;
}

describe('a password field', () => {
  it('hides the password until asked, and again', async () => {
    render(<Password />);
    const field = screen.getByLabelText('Password');
    const show = screen.getByRole('button', { name: 'Show password' });
    await userEvent.type(field, 'secret');
    expect(field).toHaveAttribute('type', 'password');
    await userEvent.click(show);
    expect(field).toHaveAttribute('type', 'text');
    expect(show).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(show);
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveValue('secret');
  });
});

function Search() {
  const [value, setValue] = useState('');
  return <SearchField label="Search apps" clearLabel="Clear" value={value} onChange={setValue} />;
}

describe('a search field', () => {
  it('is emptied by its button and keeps the focus', async () => {
    render(<Search />);
    const field = screen.getByRole('searchbox', { name: 'Search apps' });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await userEvent.type(field, 'leak');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });
});

const count = (used: number, max: number) => `${used} of ${max}`;

function Comment() {
  const [value, setValue] = useState('');
  return <TextArea label="Comment" value={value} onChange={setValue} max={5} count={count} />;
}

describe('a text area', () => {
  it('counts characters as people do, and marks what is too long without cutting it', async () => {
    render(<Comment />);
    const area = screen.getByRole('textbox', { name: 'Comment' });
    await userEvent.type(area, '👍👍');
    expect(screen.queryByText('2 of 5')).not.toBeInTheDocument();
    await userEvent.type(area, ' go');
    expect(screen.getByText('5 of 5')).toBeInTheDocument();
    expect(area).not.toHaveAttribute('aria-invalid');
    await userEvent.type(area, 'od');
    expect(screen.getByText('7 of 5')).toBeInTheDocument();
    expect(area).toHaveAttribute('aria-invalid', 'true');
    expect(area).toHaveValue('👍👍 good');
  });
});

function Choices() {
  const [keep, setKeep] = useState(false);
  const [push, setPush] = useState(true);
  const [language, setLanguage] = useState<'en' | 'de'>('en');
  const languages = [
    { value: 'en', label: 'English' },
    { value: 'de', label: 'Deutsch' },
  ] as const;
  return (
    <>
      <Checkbox label="Stay signed in" hint="Not on a shared tablet" checked={keep} onChange={setKeep} />
      <Switch label="Notifications" checked={push} onChange={setPush} />
      <Select label="Language" value={language} options={languages} onChange={setLanguage} />
    </>
  );
}

describe('choices', () => {
  it('are ticked by their words', async () => {
    render(<Choices />);
    const box = screen.getByRole('checkbox', { name: 'Stay signed in' });
    expect(box).toHaveAccessibleDescription('Not on a shared tablet');
    await userEvent.click(screen.getByText('Stay signed in'));
    expect(box).toBeChecked();
  });

  it('that act at once are switches', async () => {
    render(<Choices />);
    const toggle = screen.getByRole('switch', { name: 'Notifications' });
    expect(toggle).toBeChecked();
    await userEvent.click(toggle);
    expect(toggle).not.toBeChecked();
  });

  it("of several are the system's own list", async () => {
    render(<Choices />);
    const list = screen.getByRole('combobox', { name: 'Language' });
    await userEvent.selectOptions(list, 'Deutsch');
    expect(list).toHaveValue('de');
  });
});
