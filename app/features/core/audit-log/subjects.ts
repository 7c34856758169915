export const subjectKinds = {
  featured: 'Featured card',
  creator: 'Creator',
  content: 'Content',
  review: 'Review',
  comment: 'Comment',
  message: 'Message',
  report: 'Report',
  question: 'Question',
  payout: 'Payout',
  purchase: 'Purchase',
  user: 'User',
  request: 'Request',
  proposal: 'Proposal for the map',
  correction: 'Correction of the map',
} as const;
export type SubjectKind = keyof typeof subjectKinds;

/** The page of a subject; it answers 404 when the subject is gone. */
export function subjectAddress(kind: SubjectKind, id: string): string | null {
  switch (kind) {
    case 'featured':
      return `/admin/featured/${id}/edit`;
    case 'creator':
      return `/admin/creators/${id}`;
    case 'content':
      return `/content/${id}`;
    case 'purchase':
      return `/admin/purchases/${id}/refund`;
    case 'report':
      return `/admin/reports/${id}`;
    case 'question':
      return `/admin/support/${id}`;
    case 'comment':
      return `/comments/${id}`;
    case 'request':
      return `/admin/requests/${id}`;
    case 'proposal':
      return `/map/proposals/${id}`;
    case 'correction':
      return `/map/corrections/${id}`;
    case 'user':
      return `/admin/users/${id}`;
    default:
      return null;
  }
}
