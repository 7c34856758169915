import { element, xml } from './xml.ts';

export interface FeedItem {
  title: string;
  url: string;
  description: string;
  creator: string;
  categories: string[];
  publishedAt: string;
  picture: { src: string; width: number; height: number } | null;
}

interface FeedFacts {
  title: string;
  description: string;
  pageUrl: string;
  feedUrl: string;
  items: FeedItem[];
}

export function rss({ title, description, pageUrl, feedUrl, items }: FeedFacts): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">',
    '<channel>',
    element('title', title),
    element('link', pageUrl),
    element('description', description),
    element('language', 'en'),
    `<atom:link href="${xml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...items.map(itemOf),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

const itemOf = (item: FeedItem) =>
  [
    '<item>',
    element('title', item.title),
    element('link', item.url),
    `<guid isPermaLink="true">${xml(item.url)}</guid>`,
    element('pubDate', new Date(item.publishedAt).toUTCString()),
    element('dc:creator', item.creator),
    element('description', item.description),
    ...item.categories.map((category) => element('category', category)),
    item.picture &&
      `<media:content url="${xml(item.picture.src)}" medium="image" width="${item.picture.width}" height="${item.picture.height}"/>`,
    '</item>',
  ]
    .filter(Boolean)
    .join('\n');
