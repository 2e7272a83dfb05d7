/** The page, for those who lead to it. */
export const latestPath = '/app/latest';

const tabs = ['news', 'polls', 'feedback'] as const;
export type LatestTab = (typeof tabs)[number];

/** The tab in an address; the release notes by default. */
export const tabOf = (asked: string | null): LatestTab => tabs.find((tab) => tab === asked) ?? 'news';
