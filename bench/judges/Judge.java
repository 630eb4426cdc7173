import crawlercommons.robots.SimpleRobotRulesParser;
import crawlercommons.sitemaps.*;
import java.io.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;

/**
 * Answers as crawler-commons does. Without arguments: a line is a robots.txt in base64, an agent and a URL, with tabs between.
 * With files as arguments: a line of addresses for each, with blanks between; empty where it is not read.
 */
public class Judge {
  public static void main(String[] files) throws Exception {
    for (String file : files) System.out.println(addresses(Path.of(file)));
    if (files.length > 0) return;
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
    StringBuilder out = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] part = line.split("\t", -1);
      Set<String> agents = part[1].equals("*") ? Set.of() : Set.of(part[1].toLowerCase(Locale.ROOT));
      byte[] file = Base64.getDecoder().decode(part[0]);
      var rules = new SimpleRobotRulesParser().parseContent("http://x/robots.txt", file, "text/plain", agents);
      out.append(rules.isAllowed(part[2])).append('\n');
    }
    System.out.print(out);
  }

  static String addresses(Path file) throws Exception {
    StringJoiner found = new StringJoiner(" ");
    try {
      var url = URI.create("http://www.example.com/" + file.getFileName()).toURL();
      SiteMapParser parser = new SiteMapParser(false, true);
      parser.enableExtensions();
      AbstractSiteMap map = parser.parseSiteMap(Files.readAllBytes(file), url);
      if (map instanceof SiteMapIndex index) index.getSitemaps().forEach((it) -> found.add(it.getUrl().toString()));
      else ((SiteMap) map).getSiteMapUrls().forEach((it) -> found.add(it.getUrl().toString()));
    } catch (UnknownFormatException none) {
      return "";
    }
    return found.toString();
  }
}
