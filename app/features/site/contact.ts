/** Where people write to; the Help Center and the legal pages print them. */
export const supportEmail = 'support@summa.example';
export const privacyEmail = 'privacy@summa.example';
