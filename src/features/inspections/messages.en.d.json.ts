// Written by node test/architecture/words/write-message-types.ts.
declare const messages: {
  privacy: string;
  asksFor: string;
  uses: string;
  nothing: string;
  reportsTo: string;
  noTrackers: string;
  inspected: (values: { date: string }) => string;
  groups: {
    location: string;
    camera: string;
    microphone: string;
    photos_and_files: string;
    contacts: string;
    calendar: string;
    phone: string;
    messages: string;
    health: string;
    motion: string;
    nearby_devices: string;
    network: string;
    notifications: string;
    accounts: string;
    tracking: string;
    other_apps: string;
    device_control: string;
    other: string;
  };
  kinds: {
    ads: string;
    analytics: string;
    attribution: string;
    crashes: string;
    messages: string;
  };
};
export default messages;
