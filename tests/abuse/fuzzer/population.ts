import { payForDemo } from '../../../app/demo/money.server.ts';
import { insertQuestions } from '../../../app/demo/questions.server.ts';
import { requestForDemo } from '../../../app/demo/requests.server.ts';
import { tiers } from '../../../app/domain/tiers.ts';
import { insertMap } from '../../support/map/named-map.ts';
import { row } from '../../support/sql.ts';
import type { People, World } from './people.ts';

/** A small site that is in use: items of every tier and state, plans and purchases that were paid for, a custom
 *  request, questions to support. The demo site's own content needs minutes of drawing; its trade is used here. */
export async function populate(world: World, people: People) {
  await people.begin();
  for (const username of ['sam_okafor', 'anh_nguyen']) await world.person({ username });
  for (const role of ['creator', 'creator', 'creator', 'vip', 'premium', 'free', 'admin']) {
    const creator = people.idOf(role);
    for (const tier of tiers) {
      const priceCents = tier === 'free' || role === 'free' || role === 'premium' ? null : 499;
      const id = await world.item({ creator, tier, priceCents, hasPicture: true, techniqueType: 'sweep' });
      await addPicture(world, id, creator);
    }
  }
  await world.item({ creator: people.idOf('creator'), status: 'draft' });
  const earlyUntil = new Date(world.clock.at.getTime() + 86_400_000);
  await world.item({ creator: people.idOf('creator'), earlyUntil, hasPicture: true });
  const trade = { member: world.member, systemContext: world.systemContext, sandbox: world.payments.sandbox };
  await payForDemo(trade);
  await requestForDemo(trade);
  const askers = ['free', 'premium'].map((role) => [`${role}_member`, people.idOf(role)] as const);
  await insertQuestions(world.em(), new Map(askers));
  await addMap(world, people);
  for (const role of ['creator', 'vip', 'free']) await addStudy(world, people.idOf(role));
}

/** A note, a list with a section and an entry, and a comment with an answer, on an item of the member's own. */
async function addStudy(world: World, member: number) {
  const [em, at] = [world.em(), world.clock.at];
  const item = await row<{ id: number }>(em)`
    select id from content where creator_id = ${member} and status = 'published' order by id limit 1`;
  await row(
    em,
  )`insert into notes (member_id, content_id, title_then, text) values (${member}, ${item?.id}, 'x', 'Grip')`;
  const list = await row<{ id: number }>(em)`
    insert into lists (member_id, title, visibility, entry_count) values (${member}, 'This month', 'public', 1)
    returning id`;
  await row(em)`
    with made as (
      insert into list_sections (list_id, title, position) values (${list?.id}, 'First week', 1) returning id
    )
    insert into list_entries (list_id, content_id, title_then, section_id, position)
    select ${list?.id}, ${item?.id}, 'x', id, 1 from made`;
  await row(em)`
    with asked as (
      insert into comments (content_id, member_id, text, attempt, replies, created_at)
      values (${item?.id}, ${member}, 'Which grip?', md5(random()::text), 1, ${at}) returning id
    )
    insert into comments (content_id, member_id, parent_id, text, attempt, created_at)
    select ${item?.id}, ${member}, id, 'This one.', md5(random()::text), ${at} from asked`;
  await row(em)`update content_stats set comments = comments + 2 where content_id = ${item?.id}`;
}

/** A few positions, one of them proposed, and a correction, so that curators have something to decide. */
async function addMap(world: World, people: People) {
  const { mount, proposed } = await insertMap(world.em());
  const creator = people.idOf('creator');
  await row(world.em())`update map_positions set proposed_by = ${creator} where id = ${proposed}`;
  await row(world.em())`
    insert into map_corrections (member_id, position_id, subject, text)
    values (${creator}, ${mount}, 'name', 'Montada')`;
}

/** A second image, because moving and removing need two. */
const addPicture = (world: World, item: number, owner: number) =>
  row(world.em())`
    insert into media (key, owner_id, content_id, position, kind, status, mime, width, height, bytes, color, widths)
    values (md5(random()::text), ${owner}, ${item}, 1, 'image', 'ready', 'image/png', 640, 480, 1000, '#aabbcc',
      '{320,640}')`;
