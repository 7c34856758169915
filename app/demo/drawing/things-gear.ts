import { beltPaints } from './casts.ts';
import { filled, type Paint, stroked } from './ink.ts';
import {
  beltAlong,
  beltBar,
  ember,
  night,
  shadow,
  shape,
  stroke,
  type Thing,
  type ThingLook,
  wood,
} from './things.ts';

const clothOf = ({ kit }: ThingLook): Paint => kit.jacket ?? kit.guard!;

export const gearScenes: Record<string, Thing> = {
  'folded-gi': {
    eye: 38,
    draw: (look) => {
      const cloth = clothOf(look);
      return [
        shadow(650, 800, 420, 60),
        shape(
          cloth,
          'M262 640Q240 640 240 664V742Q240 770 268 770H1012Q1040 770 1040 742V664Q1040 640 1018 640Z',
          ['M240 720H1040V780H240Z'],
          'under',
        ),
        stroke(cloth, 'M262 706H1008', 4),
        shape(cloth, 'M350 420H930L1010 640H270Z', ['M270 640L290 586H990L1010 640Z'], 'top'),
        shape(
          cloth,
          'M262 640H1018Q1040 640 1036 612L1016 560H264L244 612Q240 640 262 640Z',
          ['M240 618H1040V650H240Z'],
          'front',
        ),
        stroke(cloth, 'M300 600H980', 4),
        shape(cloth, 'M470 420L640 560L810 420H760L640 520L520 420Z', [], ''),
        filled('M520 420L640 520L760 420Z', cloth.shade),
        stroke(cloth, 'M520 420L640 520L760 420', 5),
        beltAlong('M640 420V770', look.belt, 44),
        beltAlong('M248 596Q640 632 1032 596', look.belt, 44),
        beltAlong('M640 612Q560 660 520 744', look.belt, 42),
        beltAlong('M640 612Q720 660 762 744', look.belt, 42),
        beltBar('M742 700L752 722', look.belt, 42),
        shape(
          beltPaints[look.belt]!,
          'M590 582Q640 562 690 582Q704 616 690 646Q640 664 590 646Q576 616 590 582Z',
        ),
      ].join('');
    },
  },
  'belt-rack': {
    eye: 14,
    draw: () => {
      const belts = ['white', 'blue', 'purple', 'brown', 'black'];
      const pegs = belts.map((belt, i) => {
        const x = 330 + i * 155;
        const drop = 610 + ((i * 53) % 90);
        return [
          beltAlong(`M${x - 24} 262Q${x - 34} 420 ${x - 30} ${drop}`, belt, 40),
          beltAlong(`M${x + 24} 262Q${x + 36} 440 ${x + 28} ${drop + 70}`, belt, 40),
          beltBar(`M${x + 30} ${drop - 20}L${x + 29} ${drop + 22}`, belt, 40),
          beltAlong(`M${x - 24} 300Q${x - 24} 232 ${x} 232Q${x + 24} 232 ${x + 24} 300`, belt, 40),
          `<circle cx="${x}" cy="252" r="20" fill="${wood.shade}" stroke="${wood.line}" stroke-width="6"/>`,
        ].join('');
      });
      return [
        '<ellipse cx="640" cy="300" rx="450" ry="40" fill="#2b2130" opacity="0.12" filter="url(#soft)"/>',
        shape(
          wood,
          'M220 190H1060Q1076 190 1076 206V274Q1076 290 1060 290H220Q204 290 204 274V206Q204 190 220 190Z',
          ['M204 262H1076V292H204Z'],
          'board',
        ),
        stroke(wood, 'M250 218Q420 206 600 222T1020 214', 3),
        ...pegs,
      ].join('');
    },
  },
  'washing-line': {
    eye: 14,
    draw: (look) => {
      const cloth = clothOf(look);
      return [
        '<path d="M60 210Q640 300 1220 210" fill="none" stroke="#4d4334" stroke-width="6"/>',
        shape(wood, 'M70 180H106L112 760H64Z'),
        shape(wood, 'M1174 180H1210L1216 760H1168Z'),
        shadow(560, 800, 330, 36),
        shape(
          cloth,
          'M330 246L402 254L470 262H640L712 258L786 252L830 470L752 486L716 380L722 690H394L400 380L364 486L286 470Z',
          [
            'M640 262L722 258V690H640Z',
            'M286 470L300 420L372 440L364 486Z',
            'M752 486L742 440L820 420L830 470Z',
          ],
          'jacket',
        ),
        filled('M500 262L556 430L616 262Z', cloth.shade),
        stroked('M486 262L572 470L560 690', cloth.line, 40),
        stroked('M486 262L572 470L560 690', cloth.light, 29),
        stroked('M630 262L548 470', cloth.line, 40),
        stroked('M630 262L548 470', cloth.light, 29),
        stroke(cloth, 'M402 520V600M714 520V600', 4),
        shape(
          cloth,
          'M850 250H1030L1052 660H962L944 400L930 660H842Z',
          ['M986 250H1030L1052 660H1010Z'],
          'legs',
        ),
        stroke(cloth, 'M940 254V400', 4),
        beltAlong('M1092 236Q1086 400 1096 560', look.belt, 30),
        beltAlong('M1130 232Q1138 420 1126 640', look.belt, 30),
        beltAlong('M1092 270Q1090 216 1111 216Q1132 216 1130 270', look.belt, 30),
        ...[402, 470, 640, 712, 866, 1014].map((x) => shape(wood, `M${x - 8} 222H${x + 8}V284H${x - 8}Z`)),
      ].join('');
    },
  },
  'gear-bag': {
    eye: 34,
    draw: (look) => {
      const cloth = clothOf(look);
      return [
        shadow(640, 800, 440, 56),
        shape(
          cloth,
          'M430 470Q410 360 500 340Q560 300 640 352Q720 300 800 350Q870 380 840 480Z',
          ['M640 352Q720 300 800 350Q870 380 840 480H700Z'],
          'sleeve',
        ),
        stroke(cloth, 'M520 352Q560 420 540 470M720 346Q700 400 720 470', 4),
        shape(
          night,
          'M240 560Q230 470 320 460H960Q1050 470 1040 560L1030 730Q1024 786 960 790H320Q256 786 250 730Z',
          ['M240 700Q640 760 1040 700V800H240Z', 'M930 460H1050V800H930Z'],
          'bag',
        ),
        stroked('M330 476Q640 506 950 476', '#e9e2d2', 10),
        stroked('M330 476Q640 506 950 476', night.line, 4, ' stroke-dasharray="6 8"'),
        stroked('M440 790V560Q440 420 640 420Q840 420 840 560V790', ember.line, 40),
        stroked('M440 790V560Q440 420 640 420Q840 420 840 560V790', ember.light, 28),
        shape(
          ember,
          'M560 580H720Q736 580 736 596V660Q736 676 720 676H560Q544 676 544 660V596Q544 580 560 580Z',
          ['M544 650H736V680H544Z'],
          'label',
        ),
        stroked('M668 604H616L646 628L616 652H668', '#fbf5e8', 9),
        beltAlong('M830 470Q940 430 960 560Q975 660 930 720', look.belt, 32),
        beltBar('M944 690L934 712', look.belt, 32),
      ].join('');
    },
  },
};
