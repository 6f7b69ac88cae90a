/** The tabs of the page: the same that the server lists in its plain page. */
export * from '#shared/scoring/tabs.ts';
