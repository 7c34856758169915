import type { Statement } from './statement.ts';

/** calls.md §3 to §6: fields, states, validation and roles. */
export const callsRules: Statement[] = [
  {
    id: 'C3.1',
    says: 'Single-image upload: title, description, category (training, competition, recovery, equipment), subscriptionTier (free, premium, vip).',
  },
  { id: 'C3.2', says: 'An item has imageUrl, views, likes, id, price and createdAt.' },
  { id: 'C3.3', says: 'Technique upload: files, both images and videos.' },
  {
    id: 'C3.4',
    says: 'Technique upload: category is one of training, competition, recovery, equipment, technique, lifestyle.',
  },
  { id: 'C3.5', says: 'Technique upload: tags are comma separated.' },
  { id: 'C3.6', says: 'Technique upload: title, description, tier, price and isForSale.' },
  {
    id: 'C3.7',
    says: 'techniqueType is one of guard, sweep, submission, takedown, escape, pass, position, defense, counter, combination.',
  },
  { id: 'C3.8', says: 'difficultyLevel is one of beginner, intermediate, advanced, expert.' },
  { id: 'C3.9', says: 'difficultyLevel is beginner by default.' },
  { id: 'C3.10', says: 'beltLevelRequired is one of white, blue, purple, brown, black.' },
  { id: 'C3.11', says: 'beltLevelRequired is white by default.' },
  { id: 'C3.12', says: 'Creator stats: totalViews, totalLikes, totalContent, subscribers, totalEarnings.' },
  { id: 'C3.13', says: 'Sale: id, amount, creatorEarnings, createdAt.' },
  {
    id: 'C3.14',
    says: 'Creator in the directory: id, firstName, lastName, profileImageUrl, belt, isVerified, bio, contentCount, subscriberCount, rating.',
  },
  { id: 'C3.15', says: 'Platform stats: totalCreators, totalContent, monthlyGrowth.' },
  { id: 'C3.16', says: 'Subscription: tier (free, premium, vip) and nextBilling.' },
  {
    id: 'C3.17',
    says: 'User: firstName, lastName, email, profileImageUrl, username, martialArt, beltLevel, acceptsRequests, bio, payoutEmail, subscriptionTier, isAdmin.',
  },
  {
    id: 'C3.18',
    says: 'martialArt is one of bjj, judo, wrestling, mma, muay-thai, kickboxing, karate, taekwondo, boxing, other.',
  },
  { id: 'C3.19', says: 'beltLevel is one of white, blue, purple, brown, black, coral, red, n/a.' },
  { id: 'C3.20', says: 'acceptsRequests is true by default.' },
  {
    id: 'C3.21',
    says: 'Featured content: id, title, creator, tier, tierColor, likes, comments, imageUrl, locked, isActive, displayOrder, image file.',
  },
  { id: 'C3.22', says: 'Featured tier is one of FREE, PREMIUM, VIP; FREE by default.' },
  {
    id: 'C3.23',
    says: 'tierColor is one of bg-green-500, bg-bjj-orange, bg-bjj-gold; the green class by default.',
  },
  { id: 'C3.24', says: 'Featured isActive is true by default.' },
  {
    id: 'C3.25',
    says: 'Admin creator edit: firstName, lastName, username, email, martialArt, beltLevel, bio, acceptsRequests.',
  },
  { id: 'C3.26', says: 'Creator details: totalEarnings, totalSales, content (list).' },
  {
    id: 'C4.1',
    says: "Protected pages give the signed out the toast 'Unauthorized' and send them to /auth.",
  },
  { id: 'C4.2', says: 'The redirect to /auth follows after 500 ms.' },
  {
    id: 'C4.3',
    says: "The admin page redirects non-admins to / and tells them 'Access Denied: You need admin privileges to access this page.'",
  },
  { id: 'C4.4', says: 'The admin page redirects non-admins after 1 s.', replacedBy: 'ADR-050 D14, D19' },
  { id: 'C4.5', says: 'The current plan is the tier of the current subscription, free by default.' },
  {
    id: 'C4.6',
    says: "Purchase: create a purchase intent, then the payment provider's client confirms the payment.",
  },
  {
    id: 'C4.7',
    says: 'A payment that succeeded is confirmed with the server, then the user goes to /discover.',
  },
  {
    id: 'C4.8',
    says: 'A payment that succeeds but is not confirmed gives an error that tells the user to contact support.',
  },
  {
    id: 'C4.9',
    says: 'Subscription: create the subscription to obtain a client secret, show the payment form, confirm the payment.',
  },
  { id: 'C4.10', says: "A confirmed subscription gives the success toast 'Payment Successful'." },
  { id: 'C4.11', says: 'Profile: view mode becomes edit mode via Edit Profile.' },
  { id: 'C4.12', says: 'Profile: Save, when it succeeds, leaves edit mode.' },
  { id: 'C4.13', says: 'Profile: Cancel resets the fields.' },
  { id: 'C4.14', says: 'Upload form: a file is selected or removed.' },
  { id: 'C4.15', says: 'Upload form: after success the form resets.' },
  { id: 'C4.16', says: 'Admin featured dialog: create mode and edit mode.' },
  {
    id: 'C5.1',
    says: "Single-image upload: a file whose type is not image/ gives 'Invalid File: Please select an image file'.",
  },
  {
    id: 'C5.2',
    says: "Single-image upload: at most 10MB, else 'File Too Large: Please select a file smaller than 10MB'.",
  },
  {
    id: 'C5.3',
    says: "Single-image upload: no file gives 'No File Selected: Please select an image to upload'.",
  },
  { id: 'C5.4', says: 'Single-image upload lists the accepted types JPG, PNG, WebP.' },
  {
    id: 'C5.5',
    says: "Technique upload: no file gives 'No Files Selected: Please select at least one image or video of your technique.'",
  },
  {
    id: 'C5.6',
    says: "Technique upload: a blank title gives 'Missing Title: Please provide a title for your technique.'",
  },
  { id: 'C5.7', says: 'Technique upload: dropped files that are not image or video are ignored.' },
  { id: 'C5.8', says: 'Technique upload: submit is disabled with no files.' },
  { id: 'C5.9', says: 'Technique upload: hint of 100MB per file (video: MP4, WebM, MOV, AVI).' },
  { id: 'C5.10', says: 'The sale price is a number with step 0.01.' },
  { id: 'C5.11', says: 'The sale price is at least 0.99.' },
  { id: 'C5.12', says: 'The payout email is an email input.' },
  {
    id: 'C5.13',
    says: 'Numeric featured fields are read as integers, default 0.',
    replacedBy: 'ADR-013',
  },
  { id: 'C6.1', says: 'Visitors may see pricing, creators directory, static pages and discover.' },
  { id: 'C6.2', says: 'Visitors are redirected to /auth on protected pages.' },
  { id: 'C6.3', says: 'Members may use dashboard, upload, profile, subscribe and checkout.' },
  { id: 'C6.4', says: 'Creators upload content.' },
  { id: 'C6.5', says: "Creators delete their own content, and no other member's." },
  { id: 'C6.6', says: 'Creators see their earnings, 50% of each sale.' },
  { id: 'C6.7', says: 'Creators edit their profile.' },
  { id: 'C6.8', says: 'Admins create, update and delete featured content.' },
  { id: 'C6.9', says: 'Admins list, view, edit and delete creators.' },
  { id: 'C6.10', says: "Admins delete any creator's content." },
];
