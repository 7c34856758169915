import { bodyOf, call, page, type Readings } from './reading.ts';

/** Proposals and corrections of the map. */
export const mapReadings: Readings = {
  'POST /api/map/proposals': async (world, sample) => {
    const curator = { as: await world.person({ isCurator: true }) };
    const { name } = bodyOf(sample);
    return [
      call('/api/map/proposals', ([own]) => own?.name, name),
      page('/map/proposed', name),
      call(
        '/api/map/proposals?show=waiting',
        (all) => all.some((one: { name: string }) => one.name === name),
        true,
        curator,
      ),
      page('/map/proposals', name, true, curator),
    ];
  },
  'POST /api/map/proposals/:proposal/decision': (_world, sample) => {
    const [, thing = ''] = /proposals\/([^/]+)\//.exec(sample.path) ?? [];
    return [
      page(`/map/proposals/${thing}`, 'It is a grip.'),
      page('/map/proposals', `/map/proposals/${thing}"`, false),
    ];
  },
  'POST /api/map/corrections': async (world, sample) => [
    page('/map/proposed?show=corrections', bodyOf(sample).text),
    page('/map/proposals?show=corrections', bodyOf(sample).text, true, {
      as: await world.person({ isCurator: true }),
    }),
  ],
};
