import type { ReactNode } from 'react';
import { askAbout } from '../../../domain/contact.ts';
import { planPriceCents } from '../../../domain/plan-prices.ts';
import { money } from '../../../ui/money.ts';

interface Answer {
  question: string;
  answer: ReactNode;
}

export const topics: { title: string; answers: Answer[] }[] = [
  {
    title: 'Watching and learning',
    answers: [
      {
        question: 'What can I see without paying?',
        answer: (
          <p>
            Everything marked Free, with or without an account. Premium and VIP techniques show their title,
            their creator and a blurred picture, and say what opens them.
          </p>
        ),
      },
      {
        question: 'What does “VIP first” mean?',
        answer: (
          <p>
            VIP members get this technique first, until the date shown. After that, everyone on its tier can
            watch it. If it is for sale, you can buy it and watch it right away.
          </p>
        ),
      },
      {
        question: 'How do I find a technique?',
        answer: (
          <p>
            In <a href="/discover">Discover</a>. Search by the name of a technique or a creator, then narrow
            the list by tier, category, type, difficulty or kind of content. The address keeps your choice, so
            you can save it or send it to a training partner.
          </p>
        ),
      },
      {
        question: 'Who can rate a technique?',
        answer: (
          <p>
            Any member who can open it, once, from 1 to 5 stars and with a few words if they like. You can
            change your rating later. Creators cannot rate their own work.
          </p>
        ),
      },
    ],
  },
  {
    title: 'Plans and billing',
    answers: [
      {
        question: 'Which plans are there?',
        answer: (
          <p>
            Explorer is free. Premium costs {money(planPriceCents.premium)} and VIP Elite{' '}
            {money(planPriceCents.vip)} a month. The <a href="/subscriptions">plans page</a> lists what each
            brings.
          </p>
        ),
      },
      {
        question: 'How do I cancel?',
        answer: (
          <p>
            On your <a href="/account/billing">billing page</a>, at any time. You keep the plan until the end
            of the month you paid for, then you are back on Explorer. What you bought as a single item stays
            yours.
          </p>
        ),
      },
      {
        question: 'My card was refused at renewal. What now?',
        answer: (
          <p>
            Nothing is lost: you keep access for 7 days while the payment is tried again. Put a working card
            on your billing page within that time.
          </p>
        ),
      },
      {
        question: 'Can the price of my plan change?',
        answer: (
          <p>Yes, but never by surprise: we tell you at least 30 days before a new price applies to you.</p>
        ),
      },
    ],
  },
  {
    title: 'Buying one technique',
    answers: [
      {
        question: 'How long do I keep what I bought?',
        answer: (
          <p>
            For good. A purchase opens the item whatever your plan, and it stays open to you even if its
            creator takes it off the site later.
          </p>
        ),
      },
      {
        question: 'I paid, but it does not open',
        answer: (
          <p>
            Reload the item's page after a minute; payments sometimes arrive late. If it is still locked,{' '}
            <a href={askAbout('payment')}>write to support</a> with the receipt. Please do not pay a second
            time.
          </p>
        ),
      },
      {
        question: 'Can someone make a technique just for me?',
        answer: (
          <p>
            With VIP Elite, yes: <a href="/creators">athletes</a> who take requests say on their page what
            they make, for how much and in how many days. Asking costs nothing; you pay once they accept. If
            it is not delivered in time, you are refunded automatically, and you have 7 days to report a
            problem. You’ll find it all under <a href="/requests">Requests</a>.
          </p>
        ),
      },
      {
        question: 'Can I have a refund?',
        answer: (
          <p>
            If an item does not open, or is not what its page describes,{' '}
            <a href={askAbout('payment')}>write to support</a>: we look at every case. A refund goes back to
            the card you paid with, and closes the item again.
          </p>
        ),
      },
    ],
  },
  {
    title: 'Publishing and earning',
    answers: [
      {
        question: 'Who may publish?',
        answer: (
          <p>
            Every member. <a href="/upload">Share a technique</a> with pictures (JPG, PNG or WebP, up to 10 MB
            each) or video (MP4, WebM, MOV or AVI, up to 100 MB each). We convert videos first, so that they
            play everywhere; the page shows the progress. Captions are added under Edit, “Pictures and video”.
          </p>
        ),
      },
      {
        question: 'What may I sell, and what do I earn?',
        answer: (
          <p>
            With Premium you may have 2 techniques for sale at a time, with VIP as many as you like, each from
            $0.99 to $500. Half of every sale is yours, to the cent; your studio lists each one.
          </p>
        ),
      },
      {
        question: 'How do I take requests?',
        answer: (
          <p>
            Say in <a href="/requests/offer">your offer</a> what you make, the price and the days you need.
            VIP members ask, you accept or decline, and you begin when it is paid. Half of the price is yours.
          </p>
        ),
      },
      {
        question: 'What happens to a technique that I delete?',
        answer: (
          <p>It leaves the site immediately. People who bought it keep it, because they paid for it.</p>
        ),
      },
    ],
  },
  {
    title: 'Your account',
    answers: [
      {
        question: 'How do I change my notifications?',
        answer: (
          <p>
            Below your <a href="/notifications">notifications</a>. You can turn off emails about messages
            below your <a href="/messages">messages</a>.
          </p>
        ),
      },
      {
        question: 'What if someone bothers me or breaks the rules?',
        answer: (
          <p>
            Every technique, rating, profile and message has a ‘Report’ link. We review every report within 24
            hours and never say who sent it. In your <a href="/messages">messages</a> you can block any member
            who writes to you.
          </p>
        ),
      },
      {
        question: 'I forgot my password',
        answer: (
          <p>
            Ask for <a href="/auth/forgot">a new one</a>. The link we send works once and for a short time.
          </p>
        ),
      },
      {
        question: 'How do I take my data with me, or delete my account?',
        answer: (
          <p>
            Both on <a href="/account/data">your data page</a>. Payment records are kept as long as the law
            requires, without your name where that is possible.
          </p>
        ),
      },
    ],
  },
];
