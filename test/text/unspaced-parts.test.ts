import { expect, test } from 'vitest';
import { unspacedParts } from '../../shared/text/unspaced-parts.ts';

test.each<[string, string, string[]]>([
  ['two Chinese characters', '東京大学', ['東京', '京大', '大学']],
  ['four kana', 'コンピュータ用', ['コンピュ', 'ンピュー', 'ピュータ', 'ュータ用', 'ータ用']],
  ['three syllables of Korean', '도서관에서', ['도서관', '서관에', '관에서']],
  ['four letters of Thai', 'แม่น้ำ', ['แม่น', 'ม่น้', '่น้ำ']],
  ['kana and Chinese characters', 'データ入力', ['データ入', 'ータ入', 'タ入力', '入力']],
  ['a run that is shorter', 'ガス ดี 猫', ['ガス', 'ดี', '猫']],
  ['a Chinese character beside a particle', '猫と犬', ['猫と犬', '猫', '犬']],
  ['a short word beside particles', 'お茶を飲む', ['お茶を', '茶を飲', 'を飲む', 'お茶', '飲む']],
  ['a Chinese character with the first letter of its ending', '食べる', ['食べる', '食べ']],
  ['no ending of two Chinese characters', '勉強する', ['勉強', '強する']],
  ['a Korean noun without its particle', '학교에서 학교에', ['학교에', '교에서', '학교', '학교에', '학교']],
  ['no end of a Korean noun that is also a particle', '고양이', ['고양이']],
  ['letters around an invisible one', 'แม่\u200bน้ำ', ['แม่\u200bน', 'ม่\u200bน้', '่\u200bน้ำ']],
  ['no words with blanks', 'Node.js v20', []],
])('splits off %s', (_rule, text, parts) => {
  expect(unspacedParts(text)).toEqual(parts);
});

test('leaves out parts between others', () => {
  expect(unspacedParts('ABC東京大学病院', 2)).toEqual(['東京', '大学', '病院']);
});
