import type { DemoGroup } from './applications.ts';

/** The password of every demo account. It is public, so these accounts work on loopback only. */
export const demoPassword = 'appshelf-demo';

export interface DemoPerson {
  userId: string;
  firstName: string;
  lastName: string;
  groups: readonly DemoGroup[];
}

/** The accounts that a visitor can sign in with. */
export const visitors: readonly DemoPerson[] = [
  { userId: 'demo.phone', firstName: 'Ana', lastName: 'Lindqvist', groups: ['All Users'] },
  { userId: 'demo.tablet', firstName: 'Tomas', lastName: 'Okafor', groups: ['All Users', 'Field Crew'] },
];

/** Their colleagues, who wrote the reviews; applications refer to them by their index in this list. */
export const colleagues: readonly DemoPerson[] = [
  ['Kim', 'Moore'],
  ['Jonas', 'Berg'],
  ['Priya', 'Nair'],
  ['Luis', 'Ortega'],
  ['Hanna', 'Vogel'],
  ['Samuel', 'Adeyemi'],
  ['Mei', 'Tanaka'],
  ['Olga', 'Petrova'],
].map(([firstName = '', lastName = '']) => ({
  userId: `${firstName}.${lastName}`.toLowerCase(),
  firstName,
  lastName,
  groups: ['All Users', 'Field Crew', 'Depot'],
}));
