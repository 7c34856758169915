import { describe, expect, test } from 'vitest';
import { readS3Url } from './s3-url.ts';

describe('S3_URL', () => {
  test('is read in full: an encoded secret, a port, a region or the usual one', () => {
    expect(
      readS3Url('https://AKID:hu%2Fsh%2B1%3D@s3.eu-central-1.amazonaws.com/my-bucket?region=eu-central-1'),
    ).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'my-bucket',
      region: 'eu-central-1',
      accessKeyId: 'AKID',
      secretAccessKey: 'hu/sh+1=',
    });
    expect(readS3Url('https://a:b@store.example:9443/media.of.summa/')).toMatchObject({
      endpoint: 'https://store.example:9443',
      bucket: 'media.of.summa',
      region: 'us-east-1',
    });
  });

  test.each([
    '127.0.0.1:9000',
    'localhost',
    '[::1]:9000',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.9',
    '[fd00::1]',
    'garage:3900',
  ])('may be plain http at %s', (host) =>
    expect(readS3Url(`http://a:hush@${host}/bucket`)).toMatchObject({ endpoint: `http://${host}` }),
  );

  test.each<[string, RegExp]>([
    ['garbage', /^must read https:\/\/KEY:SECRET@HOST\/BUCKET\?region=REGION/],
    ['ftp://a:hush@store.example/bucket', /^must read/],
    ['https://store.example/bucket', /^must read/],
    ['https://hush@store.example/bucket', /^must read/],
    ['https://a:hu/sh@store.example/bucket', /^must read/],
    ['https://a:hush%2@store.example/bucket', /^must read/],
    ['https://a:hush%00@store.example/bucket', /^must read/],
    ['https://a:hush@store.example/bucket#x', /^must read/],
    ['https://a:hush@store.example', /^must name one bucket/],
    ['https://a:hush@store.example/bucket/folder', /^must name one bucket/],
    ['https://a:hush@store.example/Bucket', /^must name one bucket/],
    ['https://a:hush@store.example/bucket?acl=public', /^may have region=REGION/],
    ['https://a:hush@store.example/bucket?region=Frankfurt%20am%20Main', /^must name a region/],
    ['http://a:hush@store.example/bucket', /^must begin with https/],
    ['http://a:hush@172.32.0.1/bucket', /^must begin with https/],
    ['http://a:hush@127.0.0.1.example/bucket', /^must begin with https/],
    ['http://a:hush@[2001:db8::1]/bucket', /^must begin with https/],
  ])('is refused without repeating its value: %s', (text, reason) => {
    const found = readS3Url(text);
    expect(found).toMatch(reason);
    expect(found).not.toMatch(/hush|store\.example/);
  });
});
