import { readConfigurationProfile } from '../../app-packages/ios/configuration-profile.ts';
import { handle } from '../handle.ts';
import { readConfigurationProfileKind } from '../kinds/read-configuration-profile.ts';

export const readConfigurationProfileTask = handle(readConfigurationProfileKind, ({ files }) =>
  readConfigurationProfile(files.profile),
);
