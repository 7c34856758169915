import type { Scope } from '../../../scope.ts';
import { stillOf } from '../../map/screens/drawn.ts';
import { planPack } from './pack.server.ts';
import { packPath, sheetPath } from './paths.ts';
import type { SheetJson } from './sheet.schema.ts';
import type { StudyGroup, StudyItem } from './study.ts';
import type { Studied } from './techniques.server.ts';

/** A sheet and its pack for programs. `path` is the page of the thing as its sheet and pack need it. */
export async function sheetJson(
  scope: Scope,
  studied: Studied,
  path = studied.study.path,
): Promise<SheetJson> {
  const { study } = studied;
  const { contents } = await planPack(scope, studied);
  const { bytes, pages, drawings, files, items, locked, missing } = contents;
  return {
    kind: study.kind,
    title: study.title,
    url: study.path,
    sheetUrl: sheetPath(path),
    groups: study.groups.map(groupJson),
    item: study.item && itemJson(study.item),
    pack: {
      url: packPath(path),
      bytes,
      pages,
      drawings,
      files,
      missing,
      items: items.map(({ shown: { id, title } }) => ({ id, title })),
      locked: locked.map(({ id, title, url }) => ({ id, title, url })),
    },
  };
}

const groupJson = ({ title, techniques, left }: StudyGroup) => ({
  title,
  techniques: techniques.map(({ name, path, facts, from, to, stills }) => ({
    name,
    from,
    to,
    url: path,
    facts: facts.join(' '),
    drawings: stills.flatMap((still) => stillOf(still) ?? []),
  })),
  left,
});

const itemJson = ({ id, title, locked, steps, hiddenSteps }: StudyItem) => ({
  id,
  title,
  locked,
  hiddenSteps,
  steps: steps.map(({ text }) => text),
});
