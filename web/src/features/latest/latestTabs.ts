/** The page, for those who lead to it. */
export const latest = '/app/latest';

const tabs = ['news', 'polls', 'feedback'] as const;
export type LatestTab = (typeof tabs)[number];

/** Which tab an address asks for; the news where it asks for none. */
export const tabOf = (asked: string | null): LatestTab => tabs.find((tab) => tab === asked) ?? 'news';
