import type { PersonTerms } from '../../../contract/terms.ts';
import { useFormat, useLanguage, useMessages } from '../../ui/i18n/context.tsx';
import { termsMessages } from './messages.ts';
import { selectText } from './text-in.ts';
import './terms.css';

/** Terms to be read, with their version; announced in their own language. */
export function TermsText({ terms }: { terms: PersonTerms }) {
  const words = useMessages(termsMessages);
  const format = useFormat();
  const { language, text } = selectText(terms.texts, useLanguage());
  return (
    <>
      <p className="quiet small">
        {words.version({ version: terms.version, date: format.longDate(Date.parse(terms.created)) })}
      </p>
      <div className="terms-text" lang={language} dir="auto">
        {text.trim()}
      </div>
    </>
  );
}
