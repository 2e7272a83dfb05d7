/** The address of the page, for links. */
export const latestPath = '/app/latest';

const tabs = ['news', 'polls', 'feedback'] as const;
export type LatestTab = (typeof tabs)[number];

/** The tab in an address; the release notes by default. */
export const tabOf = (value: string | null): LatestTab => tabs.find((tab) => tab === value) ?? 'news';
