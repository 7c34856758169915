import type { Tier } from '../domain/tiers.ts';
import type { BeltLevel } from '../features/identity/profile/martial-arts.ts';
import { chance } from './chance.ts';
import type { DemoPerson } from './shapes.ts';

/** First names and family names that occur together. */
const names: [string, string][] = [
  [
    'Mateus, Camila, Thiago, Larissa, Rafael, Juliana, Bruno, Fernanda, Caio, Renata, Vitor, Isabela, Felipe, Tainá, Gustavo, Aline',
    'Almeida, Barbosa, Carvalho, Duarte, Esteves, Farias, Guimarães, Lacerda, Moura, Pacheco, Rezende, Siqueira',
  ],
  [
    'Hannah, Jack, Erin, Callum, Grace, Ryan, Megan, Luke, Freya, Nathan, Rosie, Adam, Holly, Connor, Imogen, Declan',
    'Ashworth, Brennan, Calloway, Dunne, Ellery, Farrow, Hartley, Keane, Lockwood, Merrick, Pryce, Whitaker',
  ],
  [
    'Lena, Jonas, Femke, Mats, Ingrid, Pieter, Klara, Anders, Maud, Emil, Silke, Rasmus, Nora, Hugo, Elif, Timo',
    'Bakker, Dahl, Ekström, Fischer, Holm, Jansen, Kruse, Lindqvist, Novak, Schreiber, Vermeer, Winkler',
  ],
  [
    'Sofía, Javier, Valentina, Andrés, Lucía, Pablo, Elena, Marco, Chiara, Luca, Inés, Davide, Paula, Hugo, Giulia, Mateo',
    'Aguilar, Bianchi, Cabrera, Delgado, Ferrari, Gallego, Herrera, Lozano, Marín, Navarro, Ricci, Vargas',
  ],
  [
    'Yuki, Minjun, Mei, Arjun, Haruto, Priyanka, Wei, Jiho, Ananya, Kaito, Linh, Rohan, Sakura, Farid, Amara, Tariq',
    'Chen, Desai, Hayashi, Kim, Lim, Mehta, Nakamura, Park, Rahman, Santos, Tran, Yamada',
  ],
];

const belts: [BeltLevel, number][] = [
  ['white', 0.38],
  ['blue', 0.68],
  ['purple', 0.85],
  ['brown', 0.94],
  ['black', 1],
];

const domain = 'members.example.com';
const people = 185;
const firstJoined = 400;
/** The VIPs' first requests are five months old. */
const vipsJoined = 160;

/** Letters without accents, for usernames. */
const plain = (name: string) => name.normalize('NFD').replaceAll(/[^\w]/g, '').toLowerCase();

function member(index: number): DemoPerson {
  const [firsts, lasts] = names[index % names.length]!.map((list) => list.split(', '));
  const turn = Math.floor(index / names.length);
  const firstName = firsts![turn % firsts!.length]!;
  const lastName = lasts![(turn * 5 + Math.floor(turn / firsts!.length)) % lasts!.length]!;
  const key =
    chance('name', index) < 0.5
      ? `${plain(firstName)}_${plain(lastName)}`
      : `${plain(firstName)}${plain(lastName).slice(0, 1)}_${70 + Math.floor(chance('year', index) * 35)}`;
  const luck = chance('belt', index);
  const plan = planOf(index);
  return {
    key,
    firstName,
    lastName,
    email: `${key}@${domain}`,
    martialArt: 'bjj',
    beltLevel: belts.find(([, most]) => luck < most)![0],
    bio: null,
    plan,
    // A few more people join each month than in the one before.
    joined: Math.max(
      plan === 'vip' ? vipsJoined : 1,
      Math.round(firstJoined * (1 - chance('joined', index) ** 0.9)),
    ),
  };
}

const planOf = (index: number): Tier => (index % 31 === 7 ? 'vip' : index % 19 === 4 ? 'premium' : 'free');

/** The invented members who only watch, like, rate and buy. */
export const extraMembers: DemoPerson[] = Array.from({ length: people }, (_, index) => member(index));

export const isExtraMember = (email: string) => email.endsWith(`@${domain}`);
