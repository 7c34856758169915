import type { Statement } from './statement.ts';

/** calls.md §1 and §2: what it is for, and its screens. */
export const callsScreens: Statement[] = [
  { id: 'C1.1', says: "The tagline is 'The Sum of Jiu-Jitsu'." },
  {
    id: 'C1.2',
    says: 'Creators upload images and videos of techniques and set an access tier: free, premium or vip.',
  },
  { id: 'C1.3', says: 'Creators may sell single items, and viewers buy them.' },
  { id: 'C1.4', says: 'Creators earn 50% of each sale.' },
  { id: 'C1.5', says: 'Viewers subscribe to the Premium or the VIP plan.' },
  { id: 'C1.6', says: 'Admins curate featured content.' },
  { id: 'C1.7', says: 'Admins manage creators.' },
  {
    id: 'C1.8',
    says: 'Static pages: help center, community guidelines, privacy policy and terms of service.',
  },
  {
    id: 'C1.9',
    says: 'Plans: Explorer (free, follow up to 10 creators), Premium ($9.99 per month), VIP Elite ($24.99 per month).',
  },
  { id: 'C1.10', says: 'Monetization rights by tier: free none, premium up to 2 techniques, vip unlimited.' },
  { id: 'C2.1', says: '/auth is the login page, and where people are sent who are signed out.' },
  {
    id: 'C2.2',
    says: "/subscribe is titled 'Subscribe to Premium' and shows $9.99 per month and the benefits.",
  },
  { id: 'C2.3', says: '/subscribe has an embedded payment form.' },
  { id: 'C2.4', says: "While /subscribe sets up it shows 'Setting up your subscription...'." },
  {
    id: 'C2.5',
    says: '/checkout/{contentId} sells one item: image, title, description, total, and a payment form.',
  },
  { id: 'C2.6', says: "'Back to Content' on the checkout goes to /discover." },
  { id: 'C2.7', says: '/profile is the creator profile with an edit mode and a stats card.' },
  {
    id: 'C2.8',
    says: "The 'My Content' area of the profile says that content management will be integrated later.",
    replacedBy: 'ADR-028',
  },
  { id: 'C2.9', says: 'The creator dashboard has stat cards.' },
  {
    id: 'C2.10',
    says: "The creator dashboard has the tabs 'Upload Content' (default), 'My Content', 'Earnings' and 'Analytics'.",
  },
  {
    id: 'C2.11',
    says: "Discover has the search box 'Search creators or content...'; the search link goes to /discover.",
  },
  { id: 'C2.12', says: 'Discover filters by tier: all, free, premium, vip.' },
  { id: 'C2.13', says: 'Discover filters by category: all, training, competition, recovery, equipment.' },
  {
    id: 'C2.14',
    says: "'More Filters' reveals technique type, difficulty level and content type (all, image, video, mixed).",
  },
  {
    id: 'C2.15',
    says: 'Only tier, search and category are passed to the list; the other filters are not yet applied.',
    replacedBy: 'ADR-050 D9',
  },
  { id: 'C2.16', says: "The creators directory shows the platform's stats cards." },
  { id: 'C2.17', says: "The cards of creators have 'View Profile' and, when signed in, 'Follow'." },
  { id: 'C2.18', says: "Visitors of the directory see a 'Join the Community' card that links to /auth." },
  { id: 'C2.19', says: '/subscriptions has three plans and a FAQ.' },
  {
    id: 'C2.20',
    says: "The plan buttons lead members to /subscribe, visitors to /auth ('Sign up to Subscribe').",
  },
  { id: 'C2.21', says: '/upload takes several files and the form of details.' },
  {
    id: 'C2.22',
    says: 'The static pages are /help-center, /community-guidelines, /privacy-policy and /terms-of-service.',
  },
  { id: 'C2.23', says: "/admin has the tabs 'featured' (default) and 'creators'." },
  {
    id: 'C2.24',
    says: '/subscribe, /checkout/{contentId} and /profile are for people who are signed in only.',
  },
  { id: 'C2.25', says: '/admin is for admins only.' },
  { id: 'C2.26', says: 'Analytics tab: average views and average likes per content.' },
  {
    id: 'C2.27',
    says: 'Analytics tab: engagement rate, likes divided by views, as a percentage with 1 decimal.',
  },
  {
    id: 'C2.28',
    says: 'Analytics tab: quick actions upload, view profile and settings; both profile links go to /profile.',
  },
  { id: 'C2.29', says: "Admin: title 'Admin Dashboard', subtitle 'Manage platform content and creators'." },
  { id: 'C2.30', says: "Admin: tabs 'Featured Content' and 'Creator Management'." },
  { id: 'C2.31', says: 'The admin screen shows nothing for non-admins.' },
  { id: 'C2.32', says: "'Add Featured Content' opens 'Create Featured Content'." },
  {
    id: 'C2.33',
    says: 'A featured card shows title, creator, image, tier badge, likes, comments and display order.',
  },
  { id: 'C2.34', says: 'A featured card shows a LOCKED badge if it is locked.' },
  { id: 'C2.35', says: 'A featured card shows an Active or an Inactive badge.' },
  { id: 'C2.36', says: "A featured card has edit (opens 'Edit Featured Content') and delete." },
  { id: 'C2.37', says: 'Featured form: Title, Creator, Image file (image/*) or an Image URL text.' },
  { id: 'C2.38', says: 'Featured form: preview and name of the chosen file.' },
  { id: 'C2.39', says: 'Featured form: Tier (FREE, PREMIUM, VIP).' },
  { id: 'C2.40', says: 'Featured form: Tier Color (Green (Free), Orange (Premium), Gold (VIP)).' },
  { id: 'C2.41', says: 'Featured form: Likes, Comments, Display Order, checkboxes Locked and Active.' },
  { id: 'C2.42', says: "Featured form: buttons Cancel and Save ('Saving...' while busy)." },
  { id: 'C2.43', says: "Creators tab: 'Total Creators: N'." },
  {
    id: 'C2.44',
    says: "A creator's row shows avatar, first and last name, @username, email, martial art and belt badges and the 'Joined' date.",
  },
  { id: 'C2.45', says: "A creator's row shows total earnings ($, default 0.00)." },
  { id: 'C2.46', says: "A creator's row has the buttons View, Edit and Delete." },
  {
    id: 'C2.47',
    says: "View opens 'Creator Details' with Total Earnings, Total Sales, Content Items and Total Likes.",
  },
  { id: 'C2.48', says: "Total Likes is the sum of the likes of the creator's content." },
  {
    id: 'C2.49',
    says: "Creator Details has a grid of the creator's content: image, tier, title, likes, views, delete button.",
  },
  { id: 'C2.50', says: "Creator Details falls back to 'No creator details available'." },
  {
    id: 'C2.51',
    says: "Edit opens 'Edit Creator Profile': First Name, Last Name, Username, Email, Bio, checkbox Accepts Requests.",
  },
  {
    id: 'C2.52',
    says: 'Edit Creator Profile: Martial Art (placeholder e.g. Brazilian Jiu-Jitsu) and Belt Level (e.g. Blue Belt).',
  },
  { id: 'C2.53', says: 'Edit Creator Profile: buttons Cancel and Save Changes.' },
];
