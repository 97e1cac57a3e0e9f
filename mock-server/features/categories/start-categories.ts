/** The categories that a new organization begins with; document 2, Category. */
export const startCategories = [
  { name: 'Communication', description: 'Talking, writing and meeting' },
  { name: 'Customer Service', description: 'For the people we work for' },
  { name: 'Field Work', description: 'On site and on the road' },
  { name: 'Finance', description: 'Expenses, invoices and budgets' },
  { name: 'Health and Safety', description: 'So that everybody comes home well' },
  { name: 'Human Resources', description: 'Hours, leave and everything about the job' },
  { name: 'IT and Security', description: 'Access, devices and help' },
  { name: 'Logistics', description: 'Stock, parts and deliveries' },
  { name: 'News', description: 'What happens in the organization' },
  { name: 'Productivity', description: 'Notes, files and lists' },
  { name: 'Sales', description: 'Offers, orders and contacts' },
  { name: 'Training', description: 'Learning and certificates' },
  { name: 'Travel', description: 'Trips, tickets and bookings' },
  { name: 'Utilities', description: 'Small tools' },
] as const;
