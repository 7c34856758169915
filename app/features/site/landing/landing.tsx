import type { ReactNode } from 'react';
import type { Tier } from '../../../domain/tiers.ts';
import { PlansTable } from '../../commerce/plans/plans-table.tsx';
import { SiteSheet } from '../frame/sheets.tsx';
import { type FeaturedItem, LandingFeatured } from './landing-featured.tsx';
import { LandingHero } from './landing-hero.tsx';
import { LandingTogether } from './landing-together.tsx';

/** `currentPlan` is null for visitors; `isFirst`: the hero's styles are in the document. */
export function Landing({
  featured,
  currentPlan,
  counts,
  savesData,
  isFirst,
  firstName = null,
  children,
}: {
  featured: readonly FeaturedItem[];
  currentPlan: Tier | null;
  counts: Record<Tier, number>;
  savesData?: boolean;
  isFirst?: boolean;
  /** Of a member. */
  firstName?: string | null;
  /** Below the hero. */
  children?: ReactNode;
}) {
  return (
    <>
      <LandingHero firstName={firstName} savesData={savesData} />
      {isFirst && <SiteSheet />}
      {children}
      <LandingFeatured items={featured} />
      <section className="section" aria-labelledby="plans">
        <h2 id="plans">Choose your plan</h2>
        <p className="lead">Start free. Change or cancel whenever you like.</p>
        <PlansTable currentPlan={currentPlan} counts={counts} />
      </section>
      <LandingTogether />
    </>
  );
}
