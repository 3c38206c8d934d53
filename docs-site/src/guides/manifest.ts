/** The sections of the navigation, in order. */
export const sections = ['Start', 'Build', 'Operate', 'Reference', 'Migrate', 'About'] as const;

/** An entry of the navigation: a guide, whose text is `guides/<guide>.md`, or another page. */
export interface Entry {
  section: (typeof sections)[number];
  /** Its label in the navigation. */
  nav: string;
  /** Its path, relative to the root of the site. */
  path: string;
  /** The Markdown file of a guide, without extension. */
  guide?: string;
}

const guide = (section: Entry['section'], name: string, nav: string): Entry => ({
  section,
  nav,
  path: `${name}.html`,
  guide: name,
});
const page = (section: Entry['section'], path: string, nav: string): Entry => ({
  section,
  nav,
  path,
});

/** All entries, in the order of the navigation and of the previous and next links. */
export const entries: readonly Entry[] = [
  guide('Start', 'quickstart-lastmile', 'Lastmile quickstart'),
  guide('Start', 'quickstart-marketplace', 'Marketplace quickstart'),
  guide('Start', 'install', 'Install the clients'),
  guide('Start', 'sdk', 'TypeScript client'),
  guide('Start', 'access', 'Authentication'),
  guide('Start', 'sandbox', 'Testing in the sandbox'),
  guide('Start', 'scenarios', 'All scenarios'),
  guide('Build', 'sequences', 'Sequence diagrams'),
  guide('Build', 'idempotency', 'Idempotency and retries'),
  guide('Build', 'webhooks', 'Webhooks'),
  guide('Build', 'bookings', 'Bookings'),
  guide('Build', 'orders', 'Orders'),
  guide('Build', 'deadlines', 'Deadlines'),
  guide('Build', 'menus', 'Menus'),
  guide('Build', 'stores', 'Stores'),
  guide('Operate', 'going-live', 'Go live'),
  guide('Operate', 'outages', 'Outage recovery'),
  guide('Operate', 'shared-sandbox', 'Run a shared sandbox'),
  guide('Operate', 'proxy', 'Validate a real service'),
  guide('Operate', 'limits', 'Limits'),
  guide('Operate', 'versioning', 'Versions'),
  page('Reference', 'lastmile/index.html', 'Lastmile'),
  page('Reference', 'lastmile/reference.html', 'Lastmile plain reference'),
  page('Reference', 'marketplace/index.html', 'Marketplace'),
  page('Reference', 'marketplace/reference.html', 'Marketplace plain reference'),
  page('Reference', 'errors.html', 'Errors'),
  page('Reference', 'changelog.html', 'Changelog'),
  guide('Reference', 'mock', 'Mock command and library'),
  guide('Reference', 'tools', 'Tools and downloads'),
  guide('Reference', 'generators', 'Use other generators'),
  guide('Reference', 'extensions', 'Contract extensions'),
  guide('Reference', 'glossary', 'Glossary'),
  guide('Migrate', 'from-uber-direct', 'From Uber Direct'),
  guide('Migrate', 'from-doordash-drive', 'From DoorDash Drive'),
  guide('Migrate', 'from-deliveroo', 'From Deliveroo'),
  guide('About', 'faq', 'FAQ'),
  guide('About', 'known-limits', 'Known limits'),
  page('About', 'decisions.html', 'Decisions'),
  page('About', 'source.html', 'Source document'),
];
