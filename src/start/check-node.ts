/** As package.json asks for. This file must run on any Node: it imports nothing and uses nothing new. */
export const NODE_MIN = { major: 20, minor: 19 };

/** What is wrong with a version of Node such as "18.9.1", and what to do; null when it is new enough. */
export function complaintAbout(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > NODE_MIN.major || (major === NODE_MIN.major && minor >= NODE_MIN.minor);
  if (isEnough) return null;
  return `Loreguard needs Node ${NODE_MIN.major}.${NODE_MIN.minor} or newer, and this is Node ${version}: install a newer one, from https://nodejs.org.`;
}
