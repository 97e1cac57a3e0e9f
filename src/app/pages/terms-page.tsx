import type { PersonTerms } from '../../../contract/terms.ts';
import { TermsContent } from '../../features/terms/terms-content.tsx';
import { GatePage } from './gate-page.tsx';

/** Shown in place of every page while the terms of the organization are not accepted. */
export const TermsPage = ({ terms }: { terms: PersonTerms }) => (
  <GatePage>
    <TermsContent terms={terms} />
  </GatePage>
);
