import type { Em } from '../../../db/orm.server.ts';
import { fragment, rows } from '../../../db/sql.server.ts';
import type { Entry } from './archive-pages.ts';

/** One kind of personal data; it becomes a page and a JSON file of the archive. */
export interface Collection {
  name: string;
  title: string;
  /** Up to `size` entries after `after`, in the order of `key`, a whole number that the file leaves out. */
  read: (em: Em, asked: Asked) => Promise<(Entry & { key: number })[]>;
}

interface Asked {
  memberId: number;
  after: number;
  size: number;
}
type Keyed = Entry & { key: number };

/** File ending in the archive: images are JPEG, videos are as they were sent. */
const ending = fragment`case mime when 'video/mp4' then 'mp4' when 'video/webm' then 'webm'
  when 'video/quicktime' then 'mov' when 'video/x-msvideo' then 'avi' else 'jpg' end`;

/** All personal data of a member except files; secrets are only marked as present or not. */
export const collections: readonly Collection[] = [
  {
    name: 'account',
    title: 'Your account',
    read: (em, { memberId, after }) => rows<Keyed>(em)`
      select id as key, email::text, verified_email::text as "verifiedEmail", pending_email::text as "pendingEmail",
        username::text, first_name as "firstName", last_name as "lastName", martial_art as "martialArt",
        belt_level as "beltLevel", bio, accepts_requests as "acceptsRequests",
        wants_message_mail as "wantsMailAboutMessages", unwanted_kinds as "notificationsYouTurnedOff",
        payout_email as "payoutEmail", contact_lines as "contactLines", is_admin as "isAdmin",
        is_verified as "isVerified", plan, plan_ends_at as "planEndsAt", suspension_reason as "suspensionReason",
        gift_plan as "giftPlan", gift_ends_at as "giftEndsAt", created_at as "memberSince",
        exists (select 1 from second_factors where user_id = users.id and confirmed_at is not null)
          as "hasSecondFactor",
        (select followers from follower_counts where creator_id = users.id) as followers
      from users where id = ${memberId} and id > ${after}`,
  },
  {
    name: 'items',
    title: 'What you published and drafted',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select c.id as key, c.id as number, c.title, c.description, c.steps, c.tags, c.category, c.tier,
        c.content_type as "contentType", c.technique_type as "techniqueType",
        c.difficulty_level as "difficultyLevel", c.belt_level_required as "beltLevelRequired",
        c.is_for_sale as "isForSale", c.price_cents as "priceCents", c.status, c.created_at as "createdAt",
        c.published_at as "publishedAt", c.publish_at as "publishAt", c.early_until as "earlyUntil",
        c.downloads as "downloadsFor", c.updated_at as "updatedAt",
        s.views, s.likes, s.sales, s.rating_sum as "ratingSum", s.rating_count as "ratingCount"
      from content c left join content_stats s on s.content_id = c.id
      where c.creator_id = ${memberId} and c.id > ${after} order by c.id limit ${size}`,
  },
  {
    name: 'files',
    title: 'Pictures and films you sent',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, 'files/' || key || '.' || ${ending} as file, content_id as item, position, kind, mime,
        width, height, bytes, duration_ms as "durationMs", created_at as "sentAt"
      from media where owner_id = ${memberId} and status = 'ready' and id > ${after} order by id limit ${size}`,
  },
  {
    name: 'captions',
    title: 'Captions of your films',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select c.id as key, 'files/' || m.key || '.' || ${ending} as file, c.language, c.text, c.created_at as "sentAt"
      from captions c join media m on m.id = c.media_id
      where m.owner_id = ${memberId} and m.status = 'ready' and c.id > ${after} order by c.id limit ${size}`,
  },
  {
    name: 'unfinished-uploads',
    title: 'Files that are still arriving',
    read: (em, { memberId, after }) => rows<Keyed>(em)`
      select * from (
        select row_number() over (order by id)::int as key, name, bytes, arrived, touched_at as "lastSeenAt"
        from begun_uploads where owner_id = ${memberId}
      ) begun where key > ${after} order by key`,
  },
  {
    name: 'likes',
    title: 'What you like',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select l.content_id as key, l.content_id as item, c.title, l.created_at as "likedAt"
      from likes l join content c on c.id = l.content_id
      where l.user_id = ${memberId} and l.content_id > ${after} order by l.content_id limit ${size}`,
  },
  {
    name: 'ratings',
    title: 'Your stars and reviews',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select r.id as key, r.content_id as item, c.title, r.stars, r.review, r.created_at as "createdAt",
        r.updated_at as "updatedAt", r.hidden_at as "hiddenAt", r.hidden_reason as "hiddenReason"
      from ratings r join content c on c.id = r.content_id
      where r.user_id = ${memberId} and r.id > ${after} order by r.id limit ${size}`,
  },
  {
    name: 'follows',
    title: 'Whom you follow',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select f.creator_id as key, u.username::text as creator, f.created_at as since
      from follows f join users u on u.id = f.creator_id
      where f.follower_id = ${memberId} and f.creator_id > ${after} order by f.creator_id limit ${size}`,
  },
  {
    name: 'views',
    title: 'What you looked at lately',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select v.content_id as key, v.content_id as item, max(v.day)::text as "lastOn"
      from content_views v where v.viewer = ${`member:${memberId}`} and v.content_id > ${after}
      group by v.content_id order by v.content_id limit ${size}`,
  },
  {
    name: 'purchases',
    title: 'What you bought, or began to buy',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, id as number, content_id as item, title, amount_cents as "amountCents", currency, status,
        created_at as "createdAt", paid_at as "paidAt"
      from purchases where user_id = ${memberId} and id > ${after} order by id limit ${size}`,
  },
  {
    name: 'plans',
    title: 'Your plans',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, plan, status, price_cents as "priceCents", period_start as "periodStart", period_end as "periodEnd",
        cancel_at_period_end as "endsWithThePeriod", created_at as "createdAt", ended_at as "endedAt"
      from subscriptions where user_id = ${memberId} and id > ${after} order by id limit ${size}`,
  },
  {
    name: 'receipts',
    title: 'Receipts',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, number, kind, title, amount_cents as "amountCents", refunded_cents as "refundedCents",
        lost_cents as "takenBackByYourBankCents", currency, paid_at as "paidAt", period_start as "periodStart",
        period_end as "periodEnd", receipt_url as "receiptAddress"
      from charges where user_id = ${memberId} and id > ${after} order by id limit ${size}`,
  },
  {
    name: 'earnings',
    title: 'What you earned',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select l.id as key, l.kind, c.title, l.amount_cents as "amountCents", l.created_at as at
      from ledger_entries l join charges c on c.id = l.charge_id
      where l.creator_id = ${memberId} and l.account = 'creator' and l.id > ${after} order by l.id limit ${size}`,
  },
  {
    name: 'payouts',
    title: 'What was paid out to you',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, amount_cents as "amountCents", reference, created_at as at
      from payouts where creator_id = ${memberId} and id > ${after} order by id limit ${size}`,
  },
  {
    name: 'messages',
    title: 'Messages you wrote and received',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select m.id as key, f.username::text as from, t.username::text as to, m.text, m.sent_at as "sentAt",
        k.started_by = ${memberId} as "youBeganThisConversation",
        case when m.sender_id <> ${memberId} then m.id <= s.read_up_to end as "youReadIt",
        array(select key from media where message_id = m.id and owner_id = ${memberId} order by position) as pictures
      from conversation_sides s join conversations k on k.id = s.conversation_id
      join messages m on m.conversation_id = k.id
      join users f on f.id = m.sender_id
      join users t on t.id = case when m.sender_id = s.user_id then s.other_id else s.user_id end
      where s.user_id = ${memberId} and m.id > ${after} order by m.id limit ${size}`,
  },
  {
    name: 'blocks',
    title: 'Whom you blocked',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select b.blocked_id as key, u.username::text as member, b.at as since
      from blocks b join users u on u.id = b.blocked_id
      where b.member_id = ${memberId} and b.blocked_id > ${after} order by b.blocked_id limit ${size}`,
  },
  {
    name: 'notifications',
    title: 'What you were told of',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select n.moved as key, n.kind, n.event, u.username::text as by, coalesce(c.title, n.title) as about, n.count, n.at,
        n.read_at as "readAt"
      from notifications n left join users u on u.id = n.by_id left join content c on c.id = n.content_id
      where n.user_id = ${memberId} and n.moved > ${after} order by n.moved limit ${size}`,
  },
  {
    name: 'requests',
    title: 'Techniques you asked for, or were asked for',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select r.id as key, r.id as number, a.username::text as from, b.username::text as to, r.title, r.details,
        r.price_cents as "priceCents", r.days, r.state, r.content_id as item, r.asked_at as "askedAt",
        r.due_at as until, r.delivered_at as "deliveredAt", r.refunded_at as "refundedAt",
        (select coalesce(jsonb_agg(jsonb_build_object('state', s.state, 'at', s.at, 'note', s.note,
          'isYours', s.actor_id is not distinct from ${memberId}::int) order by s.id), '[]')
          from request_steps s where s.request_id = r.id) as steps
      from requests r join users a on a.id = r.requester_id join users b on b.id = r.creator_id
      where (r.requester_id = ${memberId} or r.creator_id = ${memberId}) and r.id > ${after}
      order by r.id limit ${size}`,
  },
  {
    name: 'request-offer',
    title: 'What you make on request',
    read: (em, { memberId, after }) => rows<Keyed>(em)`
      select creator_id as key, price_cents as "priceCents", days, at_once as "atOnce", note, is_open as "isOpen",
        updated_at as "updatedAt"
      from request_offers where creator_id = ${memberId} and creator_id > ${after}`,
  },
  {
    name: 'reports',
    title: 'Reports you sent',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select r.id as key, c.kind, c.subject_name as about, r.reason, r.details, r.created_at as "sentAt", c.outcome
      from reports r join report_cases c on c.id = r.case_id
      where r.reporter_id = ${memberId} and r.id > ${after} order by r.id limit ${size}`,
  },
  {
    name: 'decisions',
    title: 'What was decided about you and yours',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, kind, subject_name as about, outcome, person_note as "whatYouWereTold",
        decided_at as "decidedAt", undone_at as "undoneAt"
      from report_cases where owner_id = ${memberId} and decided_at is not null and id > ${after}
      order by id limit ${size}`,
  },
  {
    name: 'support',
    title: 'What you asked support, and our answers',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select w.id as key, q.id as question, q.topic, q.subject, q.reference,
        case when w.is_answer then 'Summa' else 'you' end as from, w.text, w.at as "sentAt", q.closed_at as "closedAt"
      from support_questions q join support_words w on w.question_id = q.id
      where q.asker_id = ${memberId} and w.id > ${after} order by w.id limit ${size}`,
  },
  {
    name: 'admin-acts',
    title: 'What admins did with your account',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, at, verb as did, before, after
      from audit_log where subject_kind in ('user', 'creator') and subject_id = ${String(memberId)} and id > ${after}
      order by id limit ${size}`,
  },
  {
    name: 'sessions',
    title: 'Where you are signed in',
    read: (em, { memberId, after, size }) => rows<Keyed>(em)`
      select id as key, agent as browser, address, created_at as "signedInAt", last_seen_at as "lastSeenAt",
        expires_at as "expiresAt"
      from sessions where user_id = ${memberId} and id > ${after} order by id limit ${size}`,
  },
];
