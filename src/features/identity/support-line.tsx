import { useMessages } from '../../ui/i18n/context.tsx';
import { identityMessages } from './messages.ts';
import { useSupport } from './use-support.ts';
import './sign-in/sign-in.css';

/** The address to write to when signing in does not work; nothing where the organization gives none. */
export function SupportLine() {
  const words = useMessages(identityMessages);
  const support = useSupport();
  if (support === '') return null;
  return (
    <p className="sign-in-help quiet small">
      {words.help} <a href={`mailto:${support}`}>{support}</a>
    </p>
  );
}
