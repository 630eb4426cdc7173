/** Small threads in the markup of forum programs: five posts by ada1 to ada5 on 21 to 25 May 2024. */

/** A thread of a program. `time`: the times of its dates without the day, '' if they have none. */
export type EngineThread = { name: string; url: string; html: string; time: string };

export const TITLE = 'What do sundews eat?';
export const sentence = (n: number) =>
  `Sundew number ${n} catches insects with the sticky drops on its leaves, deep in the bog.`;
/** Two lines of text of a post. */
export const textOf = (n: number) => [sentence(n), sentence(n + 10)] as const;
const lines = (n: number) => textOf(n).join('<br>\n');
const paragraphs = (n: number) =>
  textOf(n)
    .map((text) => `<p>${text}</p>`)
    .join('');
/** Text of every signature. */
export const SIGNATURE = 'Ask me about my pots of moss and my long bog walks in the rain, every Sunday.';

export const NUMBERS = [1, 2, 3, 4, 5] as const;
const REPLIES = NUMBERS.slice(1);
const all = (post: (n: number) => string) => NUMBERS.map(post).join('\n');
const page = (name: string, url: string, time: string, html: string): EngineThread => ({ name, url, html, time });

/** phpBB 2, subSilver: two cells of a row, then a row of buttons and an empty one. */
const phpbb2 = page(
  'phpBB 2',
  'http://bog.example/phpBB2/viewtopic.php?t=12',
  '',
  `<table><tr><td><a class=maintitle href="viewtopic.php?t=12">${TITLE}</a></td></tr></table>
  <table class=forumline width="100%"><tr><td colspan=2><a href="viewtopic.php?t=11" class=nav>View previous topic</a> :: <a href="viewtopic.php?t=13" class=nav>View next topic</a></td></tr>
  <tr><th class=thLeft>Author</th><th class=thRight>Message</th></tr>
  ${all(
    (
      n,
    ) => `<tr><td width=150 valign=top class=row1><span class="name"><a name="${n}"></a><b>ada${n}</b></span><br><span class="postdetails">Bog Expert<br><br>Joined: 12 Mar 2009<br>Posts: 4${n}<br>Location: Wales</span><br></td>
    <td class=row1 height=28 valign=top><table width="100%"><tr><td width="100%"><a href="viewtopic.php?p=${n}#${n}"><img src=a.gif alt=Post></a><span class="postdetails">Posted: Wed May 2${n}, 2024 10:12 pm<span class=gen>&nbsp;</span>&nbsp; &nbsp;Post subject: ${TITLE}</span></td><td nowrap><a href="posting.php?mode=quote&p=${n}"><img src=q.gif alt="Reply with quote"></a></td></tr>
    <tr><td colspan=2><hr></td></tr><tr><td colspan=2><span class=postbody>${lines(n)}<br>_________________<br>${SIGNATURE}</span><span class=gensmall></span></td></tr></table></td></tr>
    <tr><td class=row1 width=150><span class=nav><a href="#top" class=nav>Back to top</a></span></td><td class=row1 height=28><a href="profile.php?mode=viewprofile&u=${n}"><img src=p.gif alt="View user's profile"></a> <a href="privmsg.php?mode=post&u=${n}"><img src=m.gif alt="Send private message"></a></td></tr>
    <tr><td class=spaceRow colspan=2 height=1><img src=s.gif></td></tr>`,
  )}</table>`,
);

/** phpBB 3, prosilver. The last author is a guest. */
const phpbb3 = page(
  'phpBB 3',
  'https://bog.example/viewtopic.php?t=12',
  'T10:12:00+00:00',
  `<h2 class="topic-title"><a href="./viewtopic.php?t=12">${TITLE}</a></h2>
  ${all(
    (
      n,
    ) => `<div id="p${n}" class="post has-profile bg2"><div class="inner"><dl class="postprofile" id="profile${n}"><dt class="has-profile-rank no-avatar"><div class="avatar-container"></div>
    ${n === 3 ? '<span class="username">ada3</span>' : `<a href="./memberlist.php?mode=viewprofile&amp;u=${n}" class="username">ada${n}</a>`}</dt><dd class="profile-rank">Bog Expert and friend of all the mosses of Wales</dd><dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php?author_id=${n}">4${n}</a></dd><dd class="profile-joined"><strong>Joined:</strong> Thu Mar 12, 2009 8:00 am</dd></dl>
    <div class="postbody"><div id="post_content${n}"><h3><a href="./viewtopic.php?p=${n}#p${n}">Re: ${TITLE}</a></h3><ul class="post-buttons"><li><a href="./posting.php?mode=quote&p=${n}" title="Reply with quote"><span>Quote</span></a></li></ul>
    <p class="author"><a class="unread" href="./viewtopic.php?p=${n}#p${n}"><span class="sr-only">Post</span></a> <span class="responsive-hide">by <strong>${n === 3 ? '<span class="username">ada3</span>' : `<a href="./memberlist.php?mode=viewprofile&amp;u=${n}" class="username">ada${n}</a>`}</strong> &raquo; </span><time datetime="2024-05-2${n}T10:12:00+00:00">Wed May 2${n}, 2024 10:12 am</time></p>
    <div class="content">${n === 2 ? '<blockquote><div><cite><a href="./memberlist.php?mode=viewprofile&amp;u=1">ada1</a> wrote: <a href="./viewtopic.php?p=1#p1">↑</a><span class="responsive-hide">Wed May 21, 2024 10:12 am</span></cite>Moss and more moss.</div></blockquote>' : ''}${lines(n)}</div>
    <div class="notice">Last edited by <a href="./memberlist.php?mode=viewprofile&amp;u=9" class="username">eve</a> on Sat Jun 08, 2024 7:00 am, edited 1 time in total.</div><div id="sig${n}" class="signature">${SIGNATURE}</div></div></div></div></div><hr class="divider" />`,
  )}`,
);

/** vBulletin 3: a table for each post. */
const vbulletin3 = page(
  'vBulletin 3',
  'http://bog.example/showthread.php?t=12',
  '',
  `<table><tr><td class=navbar><strong>${TITLE}</strong></td></tr></table><div id="posts">
  ${all(
    (
      n,
    ) => `<!-- post #${n} --><div align="center"><div class="page"><div id="edit${n}"><table class="tborder" id="post${n}" width="100%"><tr><td class="thead"><div class="normal" style="float:right">&nbsp;#<a href="showpost.php?p=${n}&amp;postcount=${n}" id="postcount${n}" name="${n}"><strong>${n}</strong></a>&nbsp;</div><div class="normal"><a name="post${n}"><img src=i.gif alt=Old></a> 05-2${n}-2024, 10:12 PM</div></td></tr>
    <tr><td class="alt2" style="padding:0px"><table width="100%"><tr><td nowrap="nowrap"><div id="postmenu_${n}"><a class="bigusername" href="member.php?u=${n}">ada${n}</a></div><div class="smallfont">Senior Member</div></td><td width="100%">&nbsp;</td><td valign="top" nowrap="nowrap"><div class="smallfont"><div>Join Date: Mar 2009</div><div>Location: Wales</div><div>Posts: 4${n}</div></div></td></tr></table></td></tr>
    <tr><td class="alt1" id="td_post_${n}"><div class="smallfont"><strong>${TITLE}</strong></div><hr size="1"><div id="post_message_${n}">${n === 2 ? `<div style="margin:20px"><div class="smallfont">Quote:</div><table><tr><td class="alt2"><div>Originally Posted by <strong>ada1</strong></div><div style="font-style:italic">Moss and more moss.</div></td></tr></table></div>` : ''}${lines(n)}</div><!-- sig --><div>__________________<br>${SIGNATURE}</div><!-- / sig --></td></tr></table></div></div></div>`,
  )}</div>`,
);

/** vBulletin 4: list items. */
const vbulletin4 = page(
  'vBulletin 4',
  'http://bog.example/showthread.php?12-What-do-sundews-eat',
  '',
  `<h1>Thread: <span class="threadtitle"><a href="showthread.php?12">${TITLE}</a></span></h1><div id="postlist"><ol id="posts" class="posts">
  ${all(
    (
      n,
    ) => `<li class="postbitlegacy postbitim postcontainer" id="post_${n}"><div class="posthead"><span class="postdate old"><span class="date">05-2${n}-2024,&nbsp;<span class="time">10:12 PM</span></span></span><span class="nodecontrols"><a href="showthread.php?12&amp;p=${n}" class="postcounter">#${n}</a></span></div>
    <div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction">${n === 3 ? '<span class="username guest">ada3</span>' : `<a class="username offline popupctrl" href="member.php?${n}-ada${n}" title="ada${n} is offline"><strong>ada${n}</strong></a>`}</div></div><span class="usertitle">Senior Member of the bog and of all its mosses</span><div class="userinfo_extra"><dl class="userstats"><dt>Join Date</dt> <dd>Mar 2009</dd><dt>Posts</dt> <dd>4${n}</dd></dl></div></div>
    <div class="postbody"><div class="postrow"><h2 class="title icon">Re: ${TITLE}</h2><div class="content"><div id="post_message_${n}"><blockquote class="postcontent restore">${lines(n)}<ul><li>peat</li><li>rain water from a barrel behind the old shed</li></ul></blockquote></div></div></div></div></div>
    <div class="postfoot"><div class="textcontrols floatcontainer"><span class="postcontrols"><a href="newreply.php?do=newreply&amp;p=${n}" class="newreply">Reply With Quote</a></span></div></div></li>`,
  )}</ol></div>`,
);

/** vBulletin 5: list items with microdata. */
const vbulletin5 = page(
  'vBulletin 5',
  'https://bog.example/forum/plants/12-what-do-sundews-eat',
  'T22:12:00',
  `<h1 class="main-title">${TITLE}</h1><ul class="conversation-list list-container h-clearfix thread-view">
  ${all(
    (
      n,
    ) => `<li data-node-id="${n}" data-node-publishdate="1714601520" data-node-userid="${n}" class="b-post js-post ${n === 1 ? 'b-post--first' : ''}" itemprop="comment" itemscope itemtype="http://schema.org/Comment"><div class="b-post__grid-container h-clearfix"><div class="b-post__hide-when-deleted b-userinfo" itemscope itemtype="http://schema.org/Person" itemprop="author"><div class="b-userinfo__details"><div class="author h-text-size--14"><strong><a href="https://bog.example/member/${n}-ada${n}" data-vbnamecard="${n}"><span itemprop="name">ada${n}</span></a></strong></div><div class="usertitle">Senior Member</div><ul class="b-userinfo__additional-info-block"><li class="b-userinfo__additional-info"><label class="b-userinfo__additional-info-label">Join Date:</label> <span class="b-userinfo__additional-info-value">Mar 2009</span></li><li><label>Posts:</label> <span>4${n}</span></li></ul></div></div>
    <div class="b-post__body h-wordwrap"><div class="b-media b-post__arrow h-padding-top-m"><a href="#post${n}" class="b-post__count js-show-post-link">#${n}</a><h2 class="b-post__title js-post-title h-hide">${TITLE}</h2><div class="b-post__timestamp"><time itemprop="dateCreated" datetime="2024-05-2${n}T22:12:00">05-2${n}-2024, 10:12 PM</time></div></div><div class="b-post__content js-post__content"><div class="js-post__content-text restore h-wordwrap" itemprop="text">${lines(n)}</div></div></div></div></li>`,
  )}</ul>`,
);

/** XenForo 1: list items. The last author has been deleted. */
const xenforo1 = page(
  'XenForo 1',
  'https://bog.example/threads/what-do-sundews-eat.12/',
  '',
  `<div class="titleBar"><h1>${TITLE}</h1><p id="pageDescription" class="muted">Discussion in '<a href="forums/plants.2/">Plants</a>' started by <a href="members/ada1.1/" class="username">ada1</a>, <a href="threads/12/"><span class="DateTime" title="May 21, 2024 at 10:12 PM">May 21, 2024</span></a>.</p></div><ol class="messageList" id="messageList">
  ${all(
    (
      n,
    ) => `<li id="post-${n}" class="message" data-author="ada${n}"><div class="messageUserInfo" itemscope="itemscope" itemtype="http://data-vocabulary.org/Person"><div class="messageUserBlock"><div class="avatarHolder"><a href="members/ada${n}.${n}/" class="avatar"><img src=a.jpg alt="ada${n}"></a></div><h3 class="userText">${n === 3 ? '<span class="username">ada3</span>' : `<a href="members/ada${n}.${n}/" class="username" itemprop="name">ada${n}</a>`}<em class="userTitle" itemprop="title">Well-Known Member</em></h3><div class="extraUserInfo"><dl class="pairsJustified"><dt>Joined:</dt><dd>Mar 12, 2009</dd></dl><dl class="pairsJustified"><dt>Messages:</dt><dd>4${n}</dd></dl></div></div></div>
    <div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">${lines(n)}</blockquote></article></div><div class="baseHtml signature messageText ugc"><aside>${SIGNATURE}</aside></div><div class="messageMeta ToggleTriggerAnchor"><div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/ada${n}.${n}/" class="username author">ada${n}</a>,</span> <a href="threads/12/#post-${n}" title="Permalink" class="datePermalink"><span class="DateTime" title="May 2${n}, 2024 at 10:12 PM">May 2${n}, 2024</span></a></span></div><div class="publicControls"><a href="threads/12/#post-${n}" class="item muted postNumber">#${n}</a></div></div></div></li>`,
  )}</ol>`,
);

/** XenForo 2: the thread has a notice above its posts, and the last author has been deleted. */
const xenforo2 = page(
  'XenForo 2',
  'https://bog.example/threads/what-do-sundews-eat.12/',
  'T10:12:00+00:00',
  `<div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${TITLE}</h1></div><div class="p-description"><ul class="listInline listInline--bullet"><li><span class="u-srOnly">Thread starter</span> <a href="/members/ada1.1/" class="username">ada1</a></li><li><span class="u-srOnly">Start date</span> <a href="/threads/12/" class="u-concealed"><time class="u-dt" datetime="2024-05-21T10:12:00+0000">May 21, 2024</time></a></li></ul></div></div>
  <div class="blockMessage blockMessage--none"><dl class="blockStatus"><dt>Status</dt><dd class="blockStatus-message">The first post of this thread is a wiki post and can be edited by anyone with the permission.</dd></dl></div>
  <div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">
  ${all(
    (
      n,
    ) => `<article class="message message--post js-post js-inlineModContainer" data-author="ada${n}" data-content="post-${n}" id="js-post-${n}"><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar"><a href="/members/ada${n}.${n}/" class="avatar"><img src=a.jpg alt="ada${n}"></a></div><div class="message-userDetails"><h4 class="message-name">${n === 3 ? '<span class="username" data-user-id="0">ada3</span>' : `<a href="/members/ada${n}.${n}/" class="username" data-user-id="${n}">ada${n}</a>`}</h4><h5 class="userTitle message-userTitle">Well-known member of the bog and of all its mosses</h5></div><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>Joined</dt><dd>Mar 12, 2009</dd></dl><dl class="pairs pairs--justified"><dt>Messages</dt><dd>4${n}</dd></dl></div></section></div>
    <div class="message-cell message-cell--main"><div class="message-main"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline"><li class="u-concealed"><a href="/threads/12/post-${n}"><time class="u-dt" datetime="2024-05-2${n}T10:12:00+0000" title="May 2${n}, 2024 at 10:12 AM">May 2${n}, 2024</time></a></li></ul><ul class="message-attribution-opposite"><li><a href="/threads/12/post-${n}">#${n}</a></li></ul></header>
    <div class="message-content"><div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div class="bbWrapper">${lines(n)}</div></article></div><div class="message-lastEdit">Last edited: <time class="u-dt" datetime="2024-06-08T07:00:00+0000">Jun 8, 2024</time></div></div><aside class="message-signature"><div class="bbWrapper">${SIGNATURE}</div></aside></div></div></div></article>`,
  )}</div></div>`,
);

/** SMF 2. The last author is a guest. */
const smf2 = page(
  'SMF 2',
  'https://bog.example/index.php?topic=12.0',
  '',
  `<div id="forumposts"><div class="cat_bar"><h3 class="catbg">Topic: ${TITLE} &nbsp;(Read 123 times)</h3></div><form>
  ${all(
    (
      n,
    ) => `<div class="windowbg"><div class="post_wrapper"><div class="poster"><h4>${n === 3 ? 'ada3' : `<a href="https://bog.example/index.php?action=profile;u=${n}" title="View the profile of ada${n}">ada${n}</a>`}</h4><ul class="reset smalltext" id="msg_${n}_extra_info"><li class="postgroup">${n === 3 ? 'Guest' : 'Sr. Member'}</li><li class="postcount">Posts: 4${n}</li></ul></div>
    <div class="postarea"><div class="flow_hidden"><div class="keyinfo"><h5 id="subject_${n}"><a href="https://bog.example/index.php?topic=12.msg${n}#msg${n}" rel="nofollow">${TITLE}</a></h5><div class="smalltext">&#171; <strong>Reply #${n} on:</strong> May 2${n}, 2024, 10:12:13 PM &#187;</div></div></div><div class="post"><div class="inner" id="msg_${n}">${n === 2 ? '<div class="quoteheader"><a href="https://bog.example/index.php?topic=12.msg1#msg1">Quote from: ada1 on May 21, 2024, 10:12:13 PM</a></div><blockquote class="bbc_standard_quote">Moss and more moss.</blockquote>' : ''}${lines(n)}</div></div></div>
    <div class="moderatorbar"><div class="smalltext modified" id="modified_${n}">&#171; <em>Last Edit: June 08, 2024, 07:00:00 AM by eve</em> &#187;</div><div class="signature">${SIGNATURE}</div></div></div></div><hr class="post_separator" />`,
  )}</form></div>`,
);

/** SMF 1.1: tables in cells. */
const smf1 = page(
  'SMF 1',
  'http://bog.example/index.php?topic=12.0',
  '',
  `<table width="100%" class="tborder"><tr class="catbg3"><td width="15%">Author</td><td id="top_subject">Topic: ${TITLE} &nbsp;(Read 123 times)</td></tr></table><form>
  <table cellpadding="0" class="bordercolor" width="100%">${all(
    (
      n,
    ) => `<tr><td style="padding: 1px 1px 0 1px;"><a name="msg${n}"></a><table width="100%" cellpadding="3"><tr><td class="windowbg"><table width="100%" style="table-layout: fixed;"><tr><td valign="top" width="16%" rowspan="2" style="overflow: hidden;"><b><a href="http://bog.example/index.php?action=profile;u=${n}" title="View the profile of ada${n}">ada${n}</a></b><div class="smalltext">Sr. Member<br>Posts: 4${n}<br></div></td>
    <td valign="top" width="85%" height="100%"><table width="100%"><tr><td align="left" valign="middle"><a href="http://bog.example/index.php?topic=12.msg${n}#msg${n}"><img src=x.gif></a></td><td align="left" valign="middle"><div style="font-weight: bold;" id="subject_${n}"><a href="http://bog.example/index.php?topic=12.msg${n}#msg${n}">${TITLE}</a></div><div class="smalltext">&#171; <b>on:</b> May 2${n}, 2024, 10:12:13 PM &#187;</div></td></tr></table><hr width="100%" size="1"><div class="post" id="msg_${n}">${lines(n)}</div></td></tr>
    <tr><td valign="bottom" class="smalltext" width="85%"><table width="100%"><tr><td align="left" colspan="2" class="smalltext" width="100%"></td></tr></table><hr width="100%" size="1" class="hrcolor"><div class="signature">${SIGNATURE}</div></td></tr></table></td></tr></table></td></tr>`,
  )}</table></form>`,
);

/** MyBB 1.8. */
const mybb = page(
  'MyBB',
  'https://bog.example/thread-12.html',
  '',
  `<table class="tborder"><tr><td class="thead"><div><span class="smalltext"><strong>${TITLE}</strong></span></div></td></tr><tr><td id="posts_container"><div id="posts">
  ${all(
    (
      n,
    ) => `<a name="pid${n}" id="pid${n}"></a><div class="post classic" id="post_${n}"><div class="post_author scaleimages"><div class="author_avatar"><a href="user-${n}.html"><img src=a.png alt=""></a></div><div class="author_information"><strong><span class="largetext">${n === 3 ? 'ada3' : `<a href="https://bog.example/user-${n}.html">ada${n}</a>`}</span></strong> <br><span class="smalltext">${n === 3 ? 'Unregistered' : 'Senior Member of the bog and of all its mosses'}<br></span></div><div class="author_statistics">Posts: 4${n}<br>Threads: 4<br>Joined: Mar 2009<br>Reputation: <strong>0</strong></div></div>
    <div class="post_content"><div class="post_head"><div class="float_right"><strong><a href="thread-12-post-${n}.html#pid${n}" title="${TITLE}">#${n}</a></strong></div><span class="post_date">05-2${n}-2024, 10:12 PM <span class="post_edit" id="edited_by_${n}"><span class="edited_post">(This post was last modified: 06-08-2024, 07:00 AM by <a href="https://bog.example/user-9.html">eve</a>.)</span></span></span></div>
    <div class="post_body scaleimages" id="pid_${n}">${n === 2 ? '<blockquote class="mycode_quote"><cite><span> (05-21-2024, 10:12 PM)</span>ada1 Wrote:  <a href="https://bog.example/thread-12-post-1.html#pid1" class="quick_jump"></a></cite>Moss and more moss.</blockquote>' : ''}${lines(n)}</div><div class="signature scaleimages">${SIGNATURE}</div><div class="post_meta" id="post_meta_${n}"></div></div><div class="post_controls"><div class="postbit_buttons author_buttons float_left"><a href="https://bog.example/search.php?action=finduser&amp;uid=${n}" class="postbit_find"><span>Find</span></a></div></div></div>`,
  )}</div></td></tr></table>`,
);

/** Invision 4 without JSON-LD. The last author is a guest. */
const invision4 = page(
  'Invision 4',
  'https://bog.example/topic/12-what-do-sundews-eat/',
  'T10:12:00Z',
  `<h1 class="ipsType_pageTitle"><span>${TITLE}</span></h1><div class="ipsPageHeader"><p class="ipsType_reset">By <a href="https://bog.example/profile/1-ada1/" class="ipsType_break">ada1</a>, <time datetime="2024-05-21T10:12:00Z" title="05/21/24 10:12 AM">May 21, 2024</time> in <a href="https://bog.example/forum/2-plants/">Plants</a></p></div><div class="cTopic ipsClear ipsSpacer_top"><div data-role="commentFeed"><form>
  ${all(
    (
      n,
    ) => `<a id="comment-${n}"></a><article id="elComment_${n}" class="cPost ipsBox ipsComment ipsComment_parent ipsClearfix ipsClear ipsColumns"><aside class="ipsComment_author cAuthorPane ipsColumn ipsColumn_medium"><h3 class="ipsType_sectionHead cAuthorPane_author"><strong>${n === 3 ? 'ada3' : `<a href="https://bog.example/profile/${n}-ada${n}/" class="ipsType_break">ada${n}</a>`}</strong></h3><ul class="cAuthorPane_info ipsList_reset"><li data-role="group">${n === 3 ? 'Guests' : 'Members'}</li><li data-role="stats"><ul class="ipsList_reset"><li>4${n} posts</li></ul></li></ul></aside>
    <div class="ipsColumn ipsColumn_fluid"><div id="comment-${n}_wrap" data-controller="core.front.core.comment" data-quoteData='{"userid":${n},"username":"ada${n}","timestamp":1714558320,"contentapp":"forums"}' class="ipsComment_content ipsType_medium"><div class="ipsComment_meta ipsType_light"><div class="ipsType_reset"><a href="https://bog.example/topic/12/?do=findComment&amp;comment=${n}" class="ipsType_blendLinks">Posted <time datetime="2024-05-2${n}T10:12:00Z" title="05/2${n}/24 10:12 AM">May 2${n}, 2024</time></a></div></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText">${paragraphs(n)}</div></div><div data-role="memberSignature" class="ipsType_light ipsType_richText"><p>${SIGNATURE}</p></div></div></div></article>`,
  )}</form></div></div>`,
);

/** Invision 3 (IP.Board) with hAtom. */
const invision3 = page(
  'Invision 3',
  'http://bog.example/index.php?/topic/12-what-do-sundews-eat/',
  'T10:12:00+00:00',
  `<h1 class="ipsType_pagetitle"><span itemprop="name">${TITLE}</span></h1><div class="ipsBox_container" id="ips_Posts">
  ${all(
    (
      n,
    ) => `<div class="post_block hentry clear clearfix column_view" id="post_id_${n}"><div class="post_wrap"><h3 class="row2"><span class="post_id right"><a itemprop="replyToUrl" href="http://bog.example/index.php?/topic/12/#entry${n}" rel="bookmark">#${n}</a></span>${n === 3 ? '<span class="author vcard">ada3</span>' : `<span itemprop="creator name" class="author vcard"><a class="url fn name ___hover___member" href="http://bog.example/index.php?/user/${n}-ada${n}/"><span itemprop="name">ada${n}</span></a></span>`}</h3><div class="author_info"><div class="user_details"><ul class="basic_info"><p class="desc member_title">Expert of the bog and of all its mosses</p><li class="group_title">Members</li><li class="post_count desc lighter">4${n} posts</li></ul></div></div>
    <div class="post_body"><p class="posted_info desc lighter ipsType_small">Posted <abbr class="published" itemprop="commentTime" title="2024-05-2${n}T10:12:00+00:00">2${n} May 2024 - 10:12 AM</abbr></p><div itemprop="commentText" class="post entry-content">${paragraphs(n)}</div><div class="signature"><p>${SIGNATURE}</p></div></div></div></div>`,
  )}</div>`,
);

/** Vanilla. */
const vanilla = page(
  'Vanilla',
  'https://bog.example/discussion/12/what-do-sundews-eat',
  'T10:12:00+00:00',
  `<div class="MessageList Discussion"><div class="PageTitle"><h1>${TITLE}</h1></div>${message(1, 'div', 'Discussion')}</div><div class="CommentsWrap"><h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">${REPLIES.map((n) => message(n, 'li', 'Comment')).join('')}</ul></div>`,
);

function message(n: number, element: string, kind: string): string {
  return `<${element} class="Item Item${kind}" id="${kind}_${n}"><div class="${kind}"><div class="Item-Header ${kind}Header"><div class="AuthorWrap"><span class="Author"><a title="ada${n}" href="/profile/ada${n}" class="PhotoWrap"><img src=a.jpg alt="ada${n}"></a><a href="/profile/ada${n}" class="Username">ada${n}</a></span><span class="AuthorInfo"><span class="MItem Role">Member</span></span></div><div class="Meta"><span class="MItem DateCreated"><a href="/discussion/12#${n}" class="Permalink" name="Item_${n}" rel="nofollow"><time title="May 2${n}, 2024 10:12AM" datetime="2024-05-2${n}T10:12:00+00:00">May 2024</time></a></span></div></div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">${lines(n)}</div></div></div></div></${element}>`;
}

/** NodeBB 4: each reply has a preview of the post that it answers. */
const nodebb = page(
  'NodeBB',
  'https://community.bog.example/topic/12/what-do-sundews-eat',
  'T10:12:13',
  `<h1 component="post/header"><span class="topic-title" component="topic/title">${TITLE}</span></h1><ul component="topic" class="posts timeline list-unstyled">
  ${all(
    (
      n,
    ) => `<li component="post" class="pt-4" data-index="${n}" data-pid="${n}" data-uid="${n}" data-timestamp="${Date.UTC(2024, 4, n + 20, 10, 12, 13)}" data-username="ada${n}" data-userslug="ada${n}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope><meta itemprop="datePublished" content="2024-05-2${n}T10:12:13.000Z">
    ${n === 1 ? '' : `<div component="post/parent" data-collapsed="true" data-parent-pid="1" data-uid="1" class="btn btn-ghost btn-sm d-flex"><div class="d-flex gap-2"><div class="d-flex"><a class="fw-semibold" href="/user/ada1">ada1</a></div><a href="/post/1" class="text-muted timeago hidden" title="2024-05-21T10:12:13.000Z"></a></div><div component="post/parent/content" class="text-muted line-clamp-1">${paragraphs(1)}</div></div>`}
    <div class="d-flex align-items-start post-container-parent"><div class="bg-body"><a href="/user/ada${n}" aria-label="Profile page for user ada${n}"><img title="ada${n}" src=a.png><span component="user/locality" title="This user is from outside of this forum"><span class="visually-hidden">This user is from outside of this forum</span></span></a></div><div class="post-container d-flex"><div class="post-header" itemprop="author" itemscope itemtype="https://schema.org/Person"><meta itemprop="name" content="ada${n}"><a class="fw-bold" href="/user/ada${n}" data-username="ada${n}" data-uid="${n}">ada${n}</a> <span class="text-muted">wrote on <a href="/post/${n}" class="timeago text-muted" title="2024-05-2${n}T10:12:13.000Z"></a></span> <span component="post/editor" class="visually-hidden">last edited by <a href="/user/eve">eve</a> <span class="timeago" title="2024-06-08T07:00:00.000Z"></span></span></div>
    <div class="content text-break" component="post/content" itemprop="text">${paragraphs(n)}</div></div></div></li>`,
  )}</ul>`,
);

/** Hacker News. */
const hackerNews = page(
  'Hacker News',
  'https://news.ycombinator.com/item?id=12',
  'T10:12:00',
  `<table class="fatitem"><tr class="athing submission" id="1"><td class="title"><span class="titleline"><a href="https://bog.example/">${TITLE}</a></span></td></tr><tr><td class="subtext"><span class="subline"><span class="score">72 points</span> by <a href="user?id=ada1" class="hnuser">ada1</a> <span class="age" title="2024-05-21T10:12:00 1714558320"><a href="item?id=1">2 years ago</a></span> | <a href="hide?id=1">hide</a> | <a href="item?id=1">2 comments</a></span></td></tr><tr><td><div class="toptext">${textOf(1).join('<p>')}</div></td></tr></table>
  <table class="comment-tree">${REPLIES.map(
    (n) =>
      `<tr class="athing comtr" id="${n}"><td><table border="0"><tr><td class="ind" indent="0"><img src=s.gif></td><td class="votelinks"><a id="up_${n}" href="vote?id=${n}"></a></td><td class="default"><div><span class="comhead"><a href="user?id=ada${n}" class="hnuser">ada${n}</a> <span class="age" title="2024-05-2${n}T10:12:00 1714558320"><a href="item?id=${n}">2 years ago</a></span> <span class="navs"> | <a href="#9">next</a> <a class="togg clicky" id="${n}">[&#8211;]</a></span></span></div><br><div class="comment"><div class="commtext c00">${textOf(n).join('<p>')}</div><div class="reply"><p><font size="1"><u><a href="reply?id=${n}">reply</a></u></font></div></div></td></tr></table></td></tr>`,
  ).join('')}</table>`,
);

/** bbPress: date and author are in elements beside each other. */
const bbpress = page(
  'bbPress',
  'https://bog.example/forums/topic/what-do-sundews-eat/',
  '',
  `<h1 class="entry-title">${TITLE}</h1><ul id="topic-12-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li><li class="bbp-body">
  ${all(
    (
      n,
    ) => `<div id="post-${n}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date">May 2${n}, 2024 at 10:12 pm</span><a href="https://bog.example/forums/topic/what-do-sundews-eat/#post-${n}" class="bbp-reply-permalink">#${n}</a></div></div>
    <div class="odd bbp-parent-forum-2 user-id-${n} post-${n} reply type-reply status-publish hentry"><div class="bbp-reply-author"><a href="https://bog.example/forums/users/ada${n}/" title="View ada${n}&#8217;s profile" class="bbp-author-link"><span class="bbp-author-avatar"><img src=a.jpg alt=""></span><span class="bbp-author-name">ada${n}</span></a><div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content">${paragraphs(n)}</div></div>`,
  )}</li><li class="bbp-footer"><div class="bbp-reply-author">Author</div></li></ul>`,
);

/** WoltLab Suite. */
const woltlab = page(
  'WoltLab',
  'https://bog.example/forum/thread/12-what-do-sundews-eat/',
  'T10:12:00+00:00',
  `<header class="contentHeader"><h1 class="contentTitle">${TITLE}</h1><ul class="inlineList contentHeaderMetaData"><li><a href="https://bog.example/user/1-ada1/" class="userLink">ada1</a></li><li><time datetime="2024-05-21T10:12:00+00:00" class="datetime" data-timestamp="1714558320">May 21st 2024</time></li></ul></header><div class="section"><ul class="wbbThreadPostList messageList">
  ${all(
    (
      n,
    ) => `<li class="anchorFixedHeader"><article class="wbbPost message messageSidebarOrientationLeft userOnlineGroupMarking3" id="post${n}" data-user-id="${n}"><aside role="presentation" class="messageSidebar member"><div class="messageAuthor"><div class="messageAuthorContainer">${n === 3 ? '<span class="username">ada3</span>' : `<a href="https://bog.example/user/${n}-ada${n}/" class="username userLink" data-object-id="${n}"><span>ada${n}</span></a>`}</div><div class="userTitle"><span class="badge userTitleBadge">Intermediate</span></div></div><div class="userCredits"><dl class="plain dataList"><dt>Posts</dt><dd>4${n}</dd><dt>Date of registration</dt><dd>Mar 12th 2009</dd></dl></div></aside>
    <div class="messageContent"><header class="messageHeader"><div class="messageHeaderBox"><ul class="messageHeaderMetaData"><li><a href="https://bog.example/forum/thread/12/?postID=${n}#post${n}" class="permalink messagePublicationTime"><time datetime="2024-05-2${n}T10:12:00+00:00" class="datetime" data-timestamp="1714558320">May 2${n}st 2024</time></a></li></ul></div></header><div class="messageBody"><div class="messageText">${paragraphs(n)}</div></div><footer class="messageFooter"><div class="messageSignature"><div>${SIGNATURE}</div></div></footer></div></article></li>`,
  )}</ul></div>`,
);

/** UBB.threads 7. */
const ubb = page(
  'UBB.threads',
  'https://bog.example/ubbthreads.php?ubb=showflat&Number=12',
  '',
  `<table class="center"><tr><td><h1 class="category">${TITLE}</h1></td></tr></table>
  ${all(
    (
      n,
    ) => `<div id="p${n}"><table width="100%" class="t_outer"><tr><td><table width="100%" class="t_inner"><tr><td class="tdheader" colspan="2"><div style="float: left"><b><a href="/ubbthreads.php/topics/${n}/x.html#Post${n}">Re: ${TITLE}</a></b></div><div style="float: right">#${n} <span class="date">05/2${n}/24</span> <span class="time">10:12 PM</span></div></td></tr>
    <tr><td width="15%" valign="top" class="author-content alt-2"><div class="post_inner author_table"><div class="bold author-name fwrap dblock"><a href="/ubbthreads.php/users/${n}/ada${n}"><span class='username'>ada${n}</span></a></div><div class="post_online post-op dblock">OP</div><div class="mblock"><div class="fwrap author-title dblock small">veteran</div></div><div class="fblock"><b class="fwrap">Joined:</b> <span class="nw">Mar 2009</span></div><div class="fblock"><b class="fwrap">Posts: </b> 4${n}</div></div></td><td width="85%" class="post-content alt-1" valign="top"><div class="post_inner"><div id="body${n}">${lines(n)}</div></div><div class="signature"><hr class="signature">${SIGNATURE}</div></td></tr></table></td></tr></table></div>`,
  )}`,
);

/** YaBB 2: a table for each post. */
const yabb = page(
  'YaBB',
  'http://bog.example/cgi-bin/YaBB.pl?num=12',
  '',
  `<table class="bordercolor"><tr><td class="titlebg"><b>${TITLE}</b> (Read 123 times)</td></tr></table>
  ${all(
    (n) =>
      `<a name="${n}"></a><div class="displaycontainer"><table class="windowbg" width="100%"><tr><td class="windowbg" width="15%" rowspan="2"><b><a href="http://bog.example/cgi-bin/YaBB.pl?action=viewprofile;username=ada${n}">ada${n}</a></b><br><span class="small">Senior Member<br>Offline<br><br>Posts: 4${n}<br>Joined: Mar 12th, 2009</span></td><td class="windowbg" valign="top"><div class="small">Reply #${n} - <b>May 2${n}, 2024 at 10:12pm</b></div><div class="message">${lines(n)}</div></td></tr></table></div>`,
  )}`,
);

/** Drupal's forum: a node and comments. */
const drupal = page(
  'Drupal',
  'https://bog.example/forum/plants/what-do-sundews-eat',
  '',
  `<h1 class="title" id="page-title">${TITLE}</h1><div id="node-12" class="node node-forum clearfix"><div class="submitted">Submitted by <span class="username" xml:lang="">ada1</span> on Wed, 05/21/2024 - 10:12</div><div class="content"><div class="field field-name-body"><div class="field-item">${paragraphs(1)}</div></div></div></div><div id="comments" class="comment-wrapper"><h2 class="title">Comments</h2>
  ${REPLIES.map(
    (n) =>
      `<a id="comment-${n}"></a><div class="comment clearfix"><h3><a href="/comment/${n}#comment-${n}" class="permalink" rel="bookmark">Re: moss</a></h3><div class="submitted"><a href="/comment/${n}#comment-${n}" class="permalink" rel="bookmark">Permalink</a> Submitted by <a href="/user/${n}" title="View user profile." class="username">ada${n}</a> on Thu, 05/2${n}/2024 - 10:12</div><div class="content"><div class="field field-name-comment-body"><div class="field-item">${paragraphs(n)}</div></div></div><ul class="links inline"><li class="comment-reply first last"><a href="/comment/reply/12/${n}">reply</a></li></ul></div>`,
  ).join('')}</div>`,
);

/** FluxBB and PunBB: the last author is a guest. */
const fluxbb = page(
  'FluxBB',
  'https://bog.example/viewtopic.php?id=12',
  '',
  `<div class="linkst"><ul class="crumbs"><li><a href="index.php">Index</a></li><li><strong><a href="viewtopic.php?id=12">${TITLE}</a></strong></li></ul></div>
  ${all(
    (
      n,
    ) => `<div id="p${n}" class="blockpost rowodd"><h2><span><span class="conr">#${n}</span> <a href="viewtopic.php?pid=${n}#p${n}">2024-05-2${n} 10:12:13</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong>${n === 3 ? 'ada3' : `<a href="profile.php?id=${n}">ada${n}</a>`}</strong></dt><dd class="usertitle"><strong>Member of the bog and of all its mosses, for life</strong></dd><dd><span>From: a small house beside the largest bog of Wales</span></dd><dd><span>Registered: 2009-03-12</span></dd><dd><span>Posts: 4${n}</span></dd></dl></div>
    <div class="postright"><h3>Re: ${TITLE}</h3><div class="postmsg">${paragraphs(n)}</div><div class="postsignature postmsg"><hr><p>${SIGNATURE}</p></div></div></div></div></div></div>`,
  )}`,
);

/** Lemmy: the time is in an attribute for a tooltip. */
const lemmy = page(
  'Lemmy',
  'https://lemmy.example/post/12',
  '',
  `<main><div class="post-container"><h1 class="h5">${TITLE}</h1><ul class="list-inline"><li><a class="person-listing" title="ada1" href="/u/ada1"><span>ada1</span></a> to <a href="/c/bog">Bog</a> · <span class="moment-time pointer" data-tippy-content="Wednesday, May 21st, 2024 at 10:12:13 AM GMT+00:00">2 years ago</span></li></ul><div class="md-div">${paragraphs(1)}</div></div><ul class="comments">
  ${REPLIES.map(
    (n) =>
      `<li class="comment list-unstyled"><article class="details comment-node" id="comment-${n}"><div class="ms-2"><div class="d-flex flex-wrap align-items-center small"><a class="person-listing d-inline-flex" title="ada${n}" href="/u/ada${n}"><span>ada${n}</span></a><a class="btn btn-link" title="link" href="/comment/${n}"></a><span class="badge">English</span><span><span class="moment-time pointer" data-tippy-content="Friday, May 2${n}${n === 2 ? 'nd' : n === 3 ? 'rd' : 'th'}, 2024 at 10:12:13 AM GMT+00:00">2 years ago</span></span></div><div class="comment-content"><div class="md-div">${paragraphs(n)}</div></div></div></article></li>`,
  ).join('')}</ul></main>`,
);

/** Stack Exchange: a question with an edit, and answers. */
const stackExchange = page(
  'Stack Exchange',
  'https://bog.stackexchange.com/questions/12/what-do-sundews-eat',
  'T10:12:13Z',
  `<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a href="/questions/12" class="question-hyperlink">${TITLE}</a></h1></div><div class="d-flex"><div title="2024-05-21 10:12:13Z"><span>Asked</span> <time itemprop="dateCreated" datetime="2024-05-21T10:12:13">2 years ago</time></div><div><span>Modified</span> <a href="?lastactivity" title="2024-06-08 07:00:00Z">1 year ago</a></div></div>
  ${all(
    (
      n,
    ) => `${n === 2 ? '<div id="answers"><h2>2 Answers</h2>' : ''}<div id="${n === 1 ? 'question' : `answer-${n}`}" class="${n === 1 ? 'question' : 'answer'} js-post" ${n === 1 ? '' : 'itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer"'}><div class="post-layout"><div class="votecell"><div class="js-vote-count" itemprop="upvoteCount">1${n}</div></div><div class="postcell post-layout--right"><div class="s-prose js-post-body" itemprop="text">${paragraphs(n)}</div><div class="mt16 js-post-menu"><a href="/a/${n}" class="js-share-link">Share</a></div>
    <div class="post-signature"><div class="user-info"><div class="user-action-time"><a href="/posts/${n}/revisions">edited <span title="2024-06-08 07:00:00Z" class="relativetime">Jun 8, 2024 at 7:00</span></a></div><div class="user-details"><a href="/users/9/eve">eve</a></div></div></div>
    <div class="post-signature"><div class="user-info"><div class="user-action-time">${n === 1 ? 'asked' : 'answered'} <span title="2024-05-2${n} 10:12:13Z" class="relativetime">May 2${n}, 2024 at 10:12</span></div><div class="user-details" itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="/users/${n}/ada${n}">ada${n}</a><span class="d-none" itemprop="name">ada${n}</span></div></div></div></div></div></div>`,
  )}</div></div>`,
);

/** Comments in microdata whose dates are in `content`. */
const microdata = page(
  'microdata',
  'https://bog.example/showthread.php?t=12',
  'T10:12:00+00:00',
  `<h1>${TITLE}</h1><div itemscope itemtype="https://schema.org/DiscussionForumPosting">
  ${all(
    (n) =>
      `<div itemprop="comment" itemtype="https://schema.org/Comment" itemscope><div id="post${n}"><p>Reply ${n}</p><span itemprop="datePublished" content="2024-05-2${n}T10:12:00+00:00">1 year ago</span></div><div itemprop="author" itemtype="https://schema.org/Person" itemscope><a href="/member.php?u=${n}"><span itemprop="name">ada${n}</span></a></div><div itemprop="text">${paragraphs(n)}</div></div>`,
  )}</div>`,
);

/** JForum and others: the time is a title in the language of the page, and the class of a span marks the author. */
const titled = page(
  'times in titles',
  'https://bog.example/forum/plants/12',
  '',
  `<h1>${TITLE}</h1><div class="topic">
  ${all(
    (n) =>
      `<div class="item"><div class="head"><span class="post-author">ada${n}</span> <span class="score">1${n}</span></div><div class="when"><span title="May 2${n}, 2024 22:12:13" id="${n}">posted 2 years ago</span></div><div class="body">${paragraphs(n)}</div></div>`,
  )}</div>`,
);

/** Rows with the head of a post, and rows with its text, as Nairaland writes them. */
const headRows = page(
  'head rows',
  'https://bog.example/forum/plants/12',
  '',
  `<h2>${TITLE}</h2><table>
  ${all(
    (n) =>
      `<tbody><tr><td class="bold head"><a name="${n}"></a><a href="/12#${n}">Re: ${TITLE}</a> by <a href="/ada${n}" class=user>ada${n}</a>: <span class=s><b>9:43pm</b> On <b>May 2${n}</b>, <b>2024</b></span><tr><td id="pb${n}" class="l w"><div class=narrow>${lines(n)}</div><div class=buttons><a href="#">Share</a></div></tbody>`,
  )}</table>`,
);

/** GitHub discussions and others write `author` at links. */
const github = page(
  'GitHub',
  'https://github.com/bog/moss/discussions/12',
  'T10:12:13Z',
  `<h1><span class="js-issue-title">${TITLE}</span> <span>#12</span></h1>
  ${all(
    (n) =>
      `<div class="timeline-comment-group js-comment-container" id="discussioncomment-${n}"><div class="timeline-comment comment"><div class="timeline-comment-header"><h3><a class="author Link--primary" data-hovercard-type="user" href="/ada${n}">ada${n}</a> <span><a href="#discussioncomment-${n}" class="Link--secondary"><relative-time datetime="2024-05-2${n}T10:12:13Z">May 2${n}, 2024</relative-time></a></span></h3><span class="Label">Maintainer</span></div><div class="comment-body markdown-body">${paragraphs(n)}</div></div></div>`,
  )}`,
);

/** Discuz: numbers of what the author wrote below the name, and the number of the post in two elements. */
const discuz = page(
  'Discuz',
  'https://bbs.bog.example/forum.php?mod=viewthread&tid=12',
  '',
  `<div id="postlist" class="pl bm"><table><tr><td class="pls ptn pbn"><span class="xg1">Views:</span> <span class="xi1">15</span></td><td class="plc"><h1 class="ts"><span id="thread_subject">${TITLE}</span></h1></td></tr></table>
  ${all(
    (n) =>
      `<div id="post_${n}"><table id="pid${n}" class="plhin"><tr><td class="pls" rowspan="2"><div class="pls favatar"><div class="pi"><div class="authi"><a href="home.php?mod=space&uid=${n}" class="xw1">ada${n}</a></div></div><div class="tns xg2"><table><tr><th><p><a>${n}2</a></p>Member of clubs</th><td><p><a>30${n}</a></p>Expert points</td></tr></table></div></div></td><td class="plc"><div class="pi"><strong><a href="#" id="postnum${n}"><em>${n}</em><sup>#</sup></a></strong><div class="pti"><div class="authi"><em id="authorposton${n}">2024-5-2${n} 10:12:13</em><span class="pipe">|</span><a href="?author=${n}">Only this author</a></div></div></div><div class="pct"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_${n}">${lines(n)}</td></tr></table></div></div></td></tr></table></div>`,
  )}</div>`,
);

/** HyperKitty: the date of a reply has its year in a tooltip only. */
const hyperkitty = page(
  'HyperKitty',
  'https://mail.bog.example/archives/list/bog@bog.example/thread/AB12/',
  '',
  `<div class="row thread-header"><h1>${TITLE}</h1></div><div class="email-first">${mail(1)}</div><p class="sort-mode">Show replies by date</p>
  <div class="replies">${REPLIES.map((n) => `<div class="even"><div class="email">${mail(n)}</div></div>`).join('\n')}</div>`,
);

function mail(n: number): string {
  const time = `Sender&#x27;s time: May 2${n}, 2024, 10:12 a.m.`;
  return `<div class="email-header"><div class="email-author"><div class="name"><a href="/users/${n}">ada${n}</a></div></div><div class="email-date"><div class="time"><span title="${time}">2${n} May</span></div><div class="time"><span title="${time}">10:12 a.m.</span></div></div></div><div class="email-body">${paragraphs(n)}</div>`;
}

export const ENGINES: readonly EngineThread[] = [
  ...[phpbb2, phpbb3, vbulletin3, vbulletin4, vbulletin5, xenforo1, xenforo2, smf1, smf2, mybb],
  ...[invision3, invision4, vanilla, nodebb, hackerNews, bbpress, woltlab, ubb, yabb, drupal, fluxbb],
  ...[lemmy, stackExchange, microdata, titled, headRows, github, discuz, hyperkitty],
];
