import { Brand } from '../../ui/layout/brand.tsx';
import { useBranding } from './use-branding.ts';

/** Only the organization's mark; nothing until it is known. */
export function OrganizationMark() {
  const branding = useBranding();
  return branding && <Brand name={branding.name} shape="mark" />;
}

/** The organization's mark and name; nothing until they are known. */
export function OrganizationName() {
  const branding = useBranding();
  return branding && <Brand name={branding.name} />;
}
